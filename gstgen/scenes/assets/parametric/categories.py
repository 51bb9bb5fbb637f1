"""Which builder makes which category: a table, then families by words of the name, then a plain block."""

from __future__ import annotations

from gstgen.scenes.assets.parametric import (
    bathroom,
    beds,
    books,
    carriers,
    clothing,
    containers,
    electronics,
    kitchen,
    lamps,
    ornaments,
    plants,
    seats,
    storage,
    tables,
    tableware,
    wall_items,
)
from gstgen.scenes.assets.parametric.kit import Kit, Mesh
from gstgen.scenes.assets.parametric.products import PRODUCTS, product
from gstgen.scenes.assets.parametric.public_recipes import PUBLIC
from gstgen.scenes.assets.parametric.recipe import Recipe, recipes

RECIPES: dict[str, Recipe] = {
    **PRODUCTS,
    **PUBLIC,
    **recipes(
        seats.straight_chair,
        straight_chair="slats ladder upholstered panel spindles", chair="slats upholstered", highchair="slats",
        school_chair="panel", rocking_chair="spindles slats", folding_chair="panel", dining_chair="slats",
    ),
    **recipes(
        seats.sofa,
        sofa="boxy round wood", armchair="round boxy wood", loveseat="boxy round", recliner="round", chaise="boxy",
    ),
    **recipes(seats.ottoman, ottoman="block pouf block", pouffe="pouf", hassock="pouf"),
    **recipes(
        seats.stool,
        stool="round square", taboret="round square", bar_stool="pedestal round", footstool="square",
        step_stool="square",
    ),
    **recipes(seats.swivel_chair, swivel_chair="mesh leather", office_chair="mesh leather"),
    **recipes(seats.lounge_chair, eames_chair="shell"),
    **recipes(
        seats.bench,
        bench="planks padded metal", garden_chair="garden", park_bench="garden", locker_room_bench="metal",
        piano_bench="padded",
    ),
    **recipes(seats.beanbag, beanbag="sack", bean_bag="sack"),
    **recipes(seats.crib, crib="bars", playpen="bars", cradle="bars"),
    **recipes(
        tables.table,
        breakfast_table="legs turned trestle frame", coffee_table="shelf glass oval frame legs",
        console_table="frame shelf turned", dining_table="legs turned trestle", pedestal_table="pedestal",
        conference_table="frame trestle", side_table="shelf pedestal", picnic_table="trestle",
        game_table="legs", drafting_table="trestle", table="legs", changing_table="shelf",
        garden_coffee_table="legs frame", stand="shelf legs",
    ),
    **recipes(
        tables.desk,
        desk="pedestal legs frame", vanity="legs", computer_desk="frame pedestal",
    ),
    **recipes(tables.countertop, countertop="slab", shelf_board="slab", table_top="slab"),
    **recipes(tables.support_panel, support_panel="board"),
    **recipes(tables.bar_counter, bar="panelled", buffet="panelled", podium="panelled"),
    **recipes(tables.pool_table, pool_table="classic"),
    **recipes(tables.serving_cart, serving_cart="tubes", tool_cart="tubes", bar_cart="tubes", trolley="tubes"),
    **recipes(tables.piano, piano="upright"),
    **recipes(tables.treadmill, treadmill="classic"),
    **recipes(
        storage.bottom_cabinet,
        bottom_cabinet="doors drawers mixed", metal_bottom_cabinet="doors mixed",
        bottom_cabinet_no_top="doors-open drawers-open mixed-open",
        cabinet="doors mixed", dresser="drawers", sideboard="mixed doors", tv_stand="mixed drawers",
        filing_cabinet="drawers", chest_of_drawers="drawers", safe="doors",
    ),
    **recipes(
        storage.top_cabinet,
        top_cabinet="doors doors glazed", medicine_cabinet="doors", display_cabinet="glazed",
    ),
    **recipes(
        carriers.bookcase,
        bookcase="plain cube frame plain", bookshelf="plain cube", rack="steel", shelving_unit="steel frame",
        commercial_kitchen_shelf="steel", dish_rack_cart="steel",
    ),
    **recipes(storage.wall_shelf, shelf="plain frame", wall_shelf="board"),
    **recipes(storage.wardrobe, wardrobe="framed drawers sliding flat", closet="sliding", armoire="framed"),
    **recipes(storage.nightstand, nightstand="drawers shelf", bedside_table="drawers shelf"),
    **recipes(
        storage.chest,
        cedar_chest="flat", toy_box="flat", trunk="domed", chest="flat", treasure_chest="domed",
    ),
    **recipes(storage.locker, locker="metal"),
    **recipes(
        storage.basket,
        wicker_basket="round-wicker square-wicker", hamper="round-wicker square-cloth",
        storage_box="square-plastic square-cloth", basket="round-wicker", laundry_basket="square-wicker",
        bucket="round-plastic", crate="square-wood", ice_bucket="round-plastic", storage_container="square-plastic",
        bassinet="round-wicker", planter="square-wood",
    ),
    **recipes(storage.hall_tree, hall_tree="bench"),
    **recipes(storage.coatrack, coatrack="pole", clothes_rack="pole", clothesline_pole="pole"),
    **recipes(storage.magazine_rack, magazine_rack="slats"),
    **recipes(storage.room_divider, room_divider="screen"),
    **recipes(
        beds.bed,
        bed="panel upholstered slats low", hospital_bed="slats", mattress="low", daybed="slats", cot="slats",
    ),
    **recipes(beds.bunk_bed, bunk_bed="ladder"),
    **recipes(beds.pillow, pillow="plump", cushion="plump", neck_pillow="plump"),
    **recipes(
        beds.folded,
        blanket="folded", quilt="folded", hand_towel="folded", bath_towel="folded", towel="folded",
        comforter="folded", folded_sheet="folded",
    ),
    **recipes(beds.hammock, hammock="sling"),
    **recipes(
        beds.carpet,
        carpet="pattern fringe pattern", doormat="fringe", bath_rug="pattern", rug="pattern fringe", mat="pattern",
        gym_mat="plain", place_mat="fringe",
    ),
    **recipes(beds.curtain, curtain="folds", shower_curtain="folds", drape="folds"),
    **recipes(
        kitchen.fridge,
        fridge="bottom top double", freezer="top", refrigerator="bottom double",
    ),
    **recipes(kitchen.stove, oven="gas ceramic builtin", stove="gas ceramic", wall_oven="builtin", range="gas"),
    **recipes(kitchen.cooktop, burner="gas ceramic", cooktop="ceramic gas", hot_plate="ceramic"),
    **recipes(kitchen.dishwasher, dishwasher="strip dark"),
    **recipes(kitchen.microwave, microwave="classic", toaster_oven="classic"),
    **recipes(kitchen.washer, washer="washer", clothes_dryer="dryer", dryer="dryer"),
    **recipes(kitchen.range_hood, range_hood="chimney", hood="chimney"),
    **recipes(
        kitchen.sink_cabinet,
        furniture_sink="single", multi_station_furniture_sink="double", sink="single", kitchen_sink="double",
        commercial_kitchen_sink="double",
    ),
    **recipes(kitchen.drop_in_sink, drop_in_sink="steel"),
    **recipes(kitchen.coffee_maker, coffee_maker="filter", espresso_machine="filter"),
    **recipes(kitchen.blender, blender="jug", mixer="jug", food_processor="jug"),
    **recipes(bathroom.toilet, toilet="closed closed open"),
    **recipes(bathroom.bidet, bidet="oval"),
    **recipes(bathroom.urinal, urinal="wall"),
    **recipes(bathroom.pedestal_sink, pedestal_sink="pedestal", wall_mounted_sink="wall", washbasin="pedestal"),
    **recipes(bathroom.tabletop_sink, tabletop_sink="vessel"),
    **recipes(bathroom.bathtub, bathtub="panelled free", jacuzzi="panelled", hot_tub="panelled"),
    **recipes(bathroom.shower_stall, shower_stall="glass"),
    **recipes(bathroom.shower_fitting, shower="set", showerhead="set"),
    **recipes(bathroom.towel_rack, towel_rack="towel bare towel"),
    **recipes(bathroom.radiator, radiator="columns panel", heater="panel", baseboard_heater="panel"),
    **recipes(bathroom.soap_dispenser, soap_dispenser="pump"),
    **recipes(
        bathroom.wall_dispenser,
        toilet_paper_dispenser="drum drum roll", paper_towel_dispenser="box", wall_mounted_soap_dispenser="box",
        hand_dryer="box", toilet_paper_holder="roll",
    ),
    **recipes(bathroom.bath_bits, bar_soap="bar", soap_dish="dish", digital_scale="scale", scale="scale"),
    **recipes(bathroom.sauna, sauna_bench="bench", sauna_heater="heater"),
    **recipes(lamps.floor_lamp, floor_lamp="cone drum tripod uplight"),
    **recipes(lamps.table_lamp, table_lamp="ceramic stick block", desk_lamp="desk", bedside_lamp="ceramic"),
    **recipes(lamps.ceiling_lamp, room_light="dome globe drum", pendant="dome", ceiling_light="globe"),
    **recipes(lamps.chandelier, chandelier="arms"),
    **recipes(lamps.wall_light, wall_mounted_light="cup globe", sconce="cup"),
    **recipes(lamps.downlight, downlight="spot", square_light="panel", spotlight="spot"),
    **recipes(lamps.track_light, track_light="spots"),
    **recipes(lamps.garden_light, garden_light="bollard"),
    **recipes(
        lamps.candle,
        candle_holder="holder", dip_candle="plain", beeswax_candle="plain", candle="plain", votive_candle="plain",
        pillar_candle="plain",
    ),
    **recipes(
        electronics.television,
        standing_tv="foot feet", wall_mounted_tv="wall", tv="foot",
    ),
    **recipes(electronics.monitor, monitor="desktop", desktop_computer="desktop"),
    **recipes(electronics.laptop, laptop="clam"),
    **recipes(electronics.keyboard, keyboard="keys"),
    **recipes(electronics.mouse, mouse="wheel"),
    **recipes(electronics.loudspeaker, loudspeaker="box", standing_loudspeaker="box", speaker="box"),
    **recipes(
        electronics.sound_system,
        sound_system="block", radio="block", amplifier="block", projector="block", router="block",
    ),
    **recipes(electronics.telephone, desk_phone="desk", telephone="desk"),
    **recipes(electronics.printer, printer="desk", scanner="desk", fax="desk"),
    **recipes(electronics.camera, digital_camera="photo", security_camera="photo"),
    **recipes(electronics.iron, iron="steam"),
    **recipes(electronics.hair_dryer, hair_dryer="lying"),
    **recipes(
        wall_items.picture, picture="framed mat canvas", painting="canvas framed", poster="framed",
        portrait="framed mat",
    ),
    **recipes(wall_items.mirror, mirror="framed round framed bare", makeup_mirror="framed"),
    **recipes(wall_items.standing_mirror, standing_mirror="tilted"),
    **recipes(wall_items.picture_frame, picture_frame="strut"),
    **recipes(wall_items.electric_switch, electric_switch="single double", thermostat="single"),
    **recipes(wall_items.wall_socket, wall_socket="round"),
    **recipes(wall_items.wall_clock, wall_clock="round", clock="round"),
    **recipes(
        wall_items.sign,
        decorative_sign="sign", map="map", postcard="card", whiteboard="white", blackboard="black",
        folderal="card",
    ),
    **recipes(
        wall_items.disc,
        motion_sensor="disc", fire_alarm="disc", smoke_detector="disc", fire_sprinkler="disc", room_ventilator="disc",
    ),
    **recipes(wall_items.hook, hook="row", wall_nail="nail", coat_hook="row"),
    **recipes(wall_items.fireplace, wood_fireplace="wood", gas_fireplace="gas", fireplace="wood"),
    **recipes(wall_items.grandfather_clock, grandfather_clock="case"),
    **recipes(plants.pot_plant, pot_plant="bushy palm snake bamboo succulent"),
    **recipes(plants.flowers, flower="bunch", bouquet="vase"),
    **recipes(plants.vase, vase="ceramic", outline_vase="ceramic", urn="ceramic", jug="ceramic"),
    **recipes(books.binder, folder="ring"),
    **recipes(
        books.book,
        hardback="book", paperback_book="book", notebook="notebook", magazine="book",
        comic_book="book", book="book",
    ),
    **recipes(
        tableware.vessel,
        bowl="bowl", plate="plate", casserole="pan", ashtray="ashtray", saucer="plate", frying_pan="pan",
        saucepan="pan", stockpot="pan", clam="plate", seashell="plate",
    ),
    **recipes(tableware.tray, tray="rim", chopping_board="board", baking_sheet="rim", outline_tray="rim"),
    **recipes(tableware.cup, mug="mug", teacup="tea", gravy_boat="boat", coffee_cup="mug"),
    **recipes(
        tableware.carafe,
        carafe="carafe", salt_shaker="shaker", pepper_shaker="shaker", lipstick="lipstick",
    ),
    **recipes(tableware.drinking_glass, water_glass="tumbler", wineglass="stem", chalice="metal"),
    **recipes(
        tableware.utensil,
        tablefork="fork", table_knife="knife", carving_knife="knife", spatula="spatula", wooden_spoon="woodspoon",
        tablespoon="spoon", teaspoon="spoon", soupspoon="spoon", whisk="whisk", tongs="tongs", pencil="stick",
        pen="stick", pestle="stick",
    ),
    **recipes(
        tableware.cake,
        tiramisu="slice", half_tiramisu="slice", pine_cone="cone",
    ),
    **recipes(ornaments.figure, statue="figure", bust="bust", trophy="trophy", toy_figure="toy", doll="toy"),
    **recipes(ornaments.die, toy_dice="pips"),
    **recipes(
        clothing.bag,
        shoulder_bag="soft", briefcase="briefcase", suitcase="suitcase", backpack="soft", handbag="soft",
        satchel="soft",
    ),
    **recipes(clothing.shoe, gym_shoe="trainer", sandal="sandal", high_heel="heel"),
    **recipes(clothing.hat, hat="brim", lid="lid", cap="lid"),
    **recipes(clothing.spectacles, eyeglasses="clear", sunglasses="sun"),
    **recipes(ornaments.guitar, guitar="acoustic"),
    **recipes(ornaments.globe, globe="globe", hourglass="hourglass"),
    **recipes(ornaments.abacus, alphabet_abacus="beads"),
    **recipes(containers.holder, pencil_holder="cup", knife_block="knives", desk_organizer="organizer"),
    **recipes(
        containers.trash_can,
        trash_can="swing pedal", public_trash_can="public", recycling_bin="swing", ashcan="pedal",
    ),
    **recipes(containers.grill, charcoal_grill="kettle"),
    **recipes(storage.railing, railing="bars", baseboard="board"),
    **recipes(electronics.sound_system, alarm_clock="block"),
    **recipes(ornaments.stone, boulder="stone", stone="stone", pebble="stone"),
}  # fmt: skip

# Words of a category's name, tried in order, and the category that stands in for it.
_FAMILIES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("toilet",), "toilet"),
    (("sink", "basin"), "furniture_sink"),
    (("lamp",), "table_lamp"),
    (("light",), "room_light"),
    (("armchair", "sofa", "couch"), "armchair"),
    (("stool",), "stool"),
    (("bench",), "bench"),
    (("chair", "seat"), "straight_chair"),
    (("desk",), "desk"),
    (("table", "stand"), "breakfast_table"),
    (("bed",), "bed"),
    (("shelf", "rack", "shelving", "bookcase"), "bookcase"),
    (("fridge", "freezer", "refrigerator", "vending"), "fridge"),
    (("oven", "stove", "grill"), "stove"),
    (("washer", "dryer", "machine"), "washer"),
    (("cabinet", "dresser", "counter", "cupboard"), "bottom_cabinet"),
    (("locker",), "locker"),
    (("screen", "tv", "display"), "standing_tv"),
    (("monitor", "computer"), "monitor"),
    (("picture", "poster", "painting"), "picture"),
    (("mirror",), "mirror"),
    (("sign", "board", "card", "map"), "decorative_sign"),
    (("carpet", "rug", "mat"), "carpet"),
    (("pillow", "cushion"), "pillow"),
    (("towel", "blanket", "sheet", "cloth", "shirt", "sweater", "sock", "jeans"), "blanket"),
    (("plant", "fern", "cactus"), "pot_plant"),
    (("tree",), "tree"),
    (("book", "magazine", "notebook"), "hardback"),
    (("bottle",), "bottle_of_water"),
    (("jar", "can", "tin"), "hingeless_jar"),
    (("bowl", "dish", "pan", "pot"), "bowl"),
    (("plate", "tray", "platter"), "plate"),
    (("cup", "mug"), "mug"),
    (("glass",), "water_glass"),
    (("spoon", "ladle"), "tablespoon"),
    (("knife", "scissors"), "table_knife"),
    (("fork",), "tablefork"),
    (("candle",), "dip_candle"),
    (("basket", "bin", "hamper", "crate"), "wicker_basket"),
    (("bag", "purse", "sack"), "shoulder_bag"),
    (("shoe", "boot", "sneaker"), "gym_shoe"),
    (("hat", "helmet"), "hat"),
    (("box", "carton", "package", "packet"), "carton"),
    (("clock",), "wall_clock"),
    (("speaker",), "loudspeaker"),
    (("phone",), "desk_phone"),
    (("dispenser",), "paper_towel_dispenser"),
    (("toy", "doll", "figure"), "toy_figure"),
    (("pen", "pencil", "crayon", "marker", "brush"), "pencil"),
    (("fruit", "tomato", "peach", "lemon", "potato", "onion", "ball"), "orange"),
)
_BLOCK = Recipe(containers.plain_block, ("block",), approximated=True)


def recipe(category: str) -> Recipe:
    """The recipe of a category; one found by its family or a plain block is marked as approximated."""
    if category in RECIPES:
        return RECIPES[category]
    packed = product(category)
    if packed is not None:
        return packed
    words = category.split("_")
    for keys, stand_in in _FAMILIES:
        if any(word in keys for word in words):
            near = RECIPES[stand_in]
            return Recipe(near.builder, near.styles, approximated=True)
    return _BLOCK


def build(
    category: str, style: str, size_m: tuple[float, float, float], seed: int, suite: int, carries: bool = False
) -> Mesh:
    """The mesh of a category in a style (one of its recipe's) that fills a box of `size_m` (front, left, up).

    `carries`: with open boards where `levels.levels` has them, for things that the scene puts there.
    """
    kit = Kit(size_m, seed, suite, category, carries)
    recipe(category).builder(kit, style)
    return kit.finish(size_m)
