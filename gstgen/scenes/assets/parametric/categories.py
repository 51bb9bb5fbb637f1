"""Which builder makes which category: a table, then families by words of the name, then a plain block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gstgen.scenes.assets.parametric import (
    bathroom,
    beds,
    books,
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

Builder = Callable[[Kit, str], None]


@dataclass(frozen=True)
class Recipe:
    """A builder, the styles it is asked for, and whether it only stands in for the category."""

    builder: Builder
    styles: tuple[str, ...]
    approximated: bool = False


def _recipes(builder: Builder, **categories: str) -> dict[str, Recipe]:
    """Recipes of one builder: category = "style style ..."."""
    return {category: Recipe(builder, tuple(styles.split())) for category, styles in categories.items()}


RECIPES: dict[str, Recipe] = {
    **_recipes(
        seats.straight_chair,
        straight_chair="slats ladder upholstered panel spindles", chair="slats upholstered", highchair="slats",
        school_chair="panel", rocking_chair="spindles slats", folding_chair="panel", dining_chair="slats",
    ),
    **_recipes(
        seats.sofa,
        sofa="boxy round wood", armchair="round boxy wood", loveseat="boxy round", recliner="round", chaise="boxy",
    ),
    **_recipes(seats.ottoman, ottoman="block pouf block", pouffe="pouf", hassock="pouf"),
    **_recipes(
        seats.stool,
        stool="round square", taboret="round square", bar_stool="pedestal round", footstool="square",
        step_stool="square",
    ),
    **_recipes(seats.swivel_chair, swivel_chair="mesh leather", office_chair="mesh leather"),
    **_recipes(seats.lounge_chair, eames_chair="shell"),
    **_recipes(
        seats.bench,
        bench="planks padded metal", garden_chair="garden", park_bench="garden", locker_room_bench="metal",
        piano_bench="padded",
    ),
    **_recipes(seats.beanbag, beanbag="sack", bean_bag="sack"),
    **_recipes(seats.crib, crib="bars", playpen="bars", cradle="bars"),
    **_recipes(
        tables.table,
        breakfast_table="legs turned trestle frame", coffee_table="shelf glass oval frame legs",
        console_table="frame shelf turned", dining_table="legs turned trestle", pedestal_table="pedestal",
        conference_table="frame trestle", side_table="shelf pedestal", lab_table="frame", picnic_table="trestle",
        game_table="legs", drafting_table="trestle", table="legs", changing_table="shelf",
        garden_coffee_table="legs frame", commercial_kitchen_table="shelf", workbench="shelf",
    ),
    **_recipes(
        tables.desk,
        desk="pedestal legs frame", vanity="legs", computer_desk="frame pedestal", reception_desk="pedestal",
    ),
    **_recipes(tables.countertop, countertop="slab", shelf_board="slab", table_top="slab"),
    **_recipes(tables.support_panel, support_panel="board"),
    **_recipes(tables.bar_counter, bar="panelled", checkout_counter="panelled", buffet="panelled", podium="panelled"),
    **_recipes(tables.pool_table, pool_table="classic"),
    **_recipes(tables.serving_cart, serving_cart="tubes", tool_cart="tubes", bar_cart="tubes", trolley="tubes"),
    **_recipes(tables.piano, piano="upright"),
    **_recipes(tables.treadmill, treadmill="classic"),
    **_recipes(
        storage.bottom_cabinet,
        bottom_cabinet="doors drawers mixed", bottom_cabinet_no_top="doors-open drawers-open mixed-open",
        cabinet="doors mixed", dresser="drawers", sideboard="mixed doors", tv_stand="mixed drawers",
        filing_cabinet="drawers", chest_of_drawers="drawers", safe="doors",
    ),
    **_recipes(
        storage.top_cabinet,
        top_cabinet="doors doors glazed", medicine_cabinet="doors", display_cabinet="glazed",
    ),
    **_recipes(
        storage.bookcase,
        bookcase="plain cube frame", grocery_shelf="frame", bookshelf="plain cube", rack="frame",
        shelving_unit="frame",
    ),
    **_recipes(storage.wall_shelf, shelf="plain frame", wall_shelf="board"),
    **_recipes(storage.wardrobe, wardrobe="framed drawers sliding flat", closet="sliding", armoire="framed"),
    **_recipes(storage.nightstand, nightstand="drawers shelf", bedside_table="drawers shelf"),
    **_recipes(
        storage.chest,
        cedar_chest="flat domed", toy_box="flat", trunk="domed", chest="flat", treasure_chest="domed",
    ),
    **_recipes(storage.locker, locker="metal"),
    **_recipes(
        storage.basket,
        wicker_basket="round-wicker square-wicker", hamper="round-wicker square-cloth",
        storage_box="square-plastic square-cloth", basket="round-wicker", laundry_basket="square-wicker",
        bucket="round-plastic", crate="square-wood", ice_bucket="round-plastic", storage_container="square-plastic",
        bassinet="round-wicker", planter="square-wood",
    ),
    **_recipes(storage.hall_tree, hall_tree="bench"),
    **_recipes(storage.coatrack, coatrack="pole", clothes_rack="pole", clothesline_pole="pole"),
    **_recipes(storage.magazine_rack, magazine_rack="slats"),
    **_recipes(storage.room_divider, room_divider="screen", cubicle="screen"),
    **_recipes(
        beds.bed,
        bed="panel upholstered slats low", hospital_bed="slats", mattress="low", daybed="slats", cot="slats",
    ),
    **_recipes(beds.bunk_bed, bunk_bed="ladder"),
    **_recipes(beds.pillow, pillow="plump", cushion="plump", neck_pillow="plump"),
    **_recipes(
        beds.folded,
        blanket="folded", quilt="folded", hand_towel="folded", bath_towel="folded", towel="folded",
        comforter="folded", folded_sheet="folded",
    ),
    **_recipes(beds.hammock, hammock="sling"),
    **_recipes(
        beds.carpet,
        carpet="pattern fringe pattern", doormat="fringe", bath_rug="pattern", rug="pattern fringe", mat="pattern",
        gym_mat="plain", place_mat="fringe",
    ),
    **_recipes(beds.curtain, curtain="folds", shower_curtain="folds", drape="folds"),
    **_recipes(
        kitchen.fridge,
        fridge="bottom top double", freezer="top", refrigerator="bottom double", wine_fridge="bottom",
        display_fridge="double",
    ),
    **_recipes(kitchen.stove, oven="gas ceramic builtin", stove="gas ceramic", wall_oven="builtin", range="gas"),
    **_recipes(kitchen.cooktop, burner="gas ceramic", cooktop="ceramic gas", hot_plate="ceramic"),
    **_recipes(kitchen.dishwasher, dishwasher="strip dark"),
    **_recipes(kitchen.microwave, microwave="classic", toaster_oven="classic"),
    **_recipes(kitchen.washer, washer="washer", clothes_dryer="dryer", dryer="dryer"),
    **_recipes(kitchen.range_hood, range_hood="chimney", hood="chimney"),
    **_recipes(
        kitchen.sink_cabinet,
        furniture_sink="single", multi_station_furniture_sink="double", sink="single", kitchen_sink="double",
        commercial_kitchen_sink="double",
    ),
    **_recipes(kitchen.drop_in_sink, drop_in_sink="steel"),
    **_recipes(kitchen.coffee_maker, coffee_maker="filter", espresso_machine="filter"),
    **_recipes(kitchen.blender, blender="jug", mixer="jug", food_processor="jug"),
    **_recipes(bathroom.toilet, toilet="closed closed open"),
    **_recipes(bathroom.bidet, bidet="oval"),
    **_recipes(bathroom.urinal, urinal="wall"),
    **_recipes(bathroom.pedestal_sink, pedestal_sink="pedestal", wall_mounted_sink="wall", washbasin="pedestal"),
    **_recipes(bathroom.tabletop_sink, tabletop_sink="vessel"),
    **_recipes(bathroom.bathtub, bathtub="panelled free", jacuzzi="panelled", hot_tub="panelled"),
    **_recipes(bathroom.shower_stall, shower_stall="glass"),
    **_recipes(bathroom.shower_fitting, shower="set", showerhead="set"),
    **_recipes(bathroom.towel_rack, towel_rack="towel bare towel"),
    **_recipes(bathroom.radiator, radiator="columns panel", heater="panel", baseboard_heater="panel"),
    **_recipes(bathroom.soap_dispenser, soap_dispenser="pump"),
    **_recipes(
        bathroom.wall_dispenser,
        toilet_paper_dispenser="roll", paper_towel_dispenser="box", wall_mounted_soap_dispenser="box",
        hand_dryer="box", toilet_paper_roll="roll",
    ),
    **_recipes(bathroom.bath_bits, bar_soap="bar", soap_dish="dish", digital_scale="scale", scale="scale"),
    **_recipes(bathroom.sauna, sauna_bench="bench", sauna_heater="heater"),
    **_recipes(lamps.floor_lamp, floor_lamp="cone drum tripod uplight"),
    **_recipes(lamps.table_lamp, table_lamp="ceramic stick block", desk_lamp="desk", bedside_lamp="ceramic"),
    **_recipes(lamps.ceiling_lamp, room_light="dome globe drum", pendant="dome", ceiling_light="globe"),
    **_recipes(lamps.chandelier, chandelier="arms"),
    **_recipes(lamps.wall_light, wall_mounted_light="cup globe", sconce="cup"),
    **_recipes(lamps.downlight, downlight="spot", square_light="panel", spotlight="spot"),
    **_recipes(lamps.track_light, track_light="spots"),
    **_recipes(lamps.garden_light, garden_light="bollard"),
    **_recipes(
        lamps.candle,
        candle_holder="holder", dip_candle="plain", beeswax_candle="plain", candle="plain", votive_candle="plain",
        pillar_candle="plain",
    ),
    **_recipes(
        electronics.television,
        standing_tv="foot feet", wall_mounted_tv="wall", tv="foot", projection_screen="wall",
    ),
    **_recipes(electronics.monitor, monitor="desktop", desktop_computer="desktop"),
    **_recipes(electronics.laptop, laptop="clam"),
    **_recipes(electronics.keyboard, keyboard="keys"),
    **_recipes(electronics.mouse, mouse="wheel"),
    **_recipes(electronics.loudspeaker, loudspeaker="box", standing_loudspeaker="box", speaker="box"),
    **_recipes(
        electronics.sound_system,
        sound_system="block", radio="block", amplifier="block", projector="block", router="block",
    ),
    **_recipes(electronics.telephone, desk_phone="desk", telephone="desk"),
    **_recipes(electronics.printer, printer="desk", copier="desk", scanner="desk", fax="desk"),
    **_recipes(electronics.camera, digital_camera="photo", security_camera="photo"),
    **_recipes(electronics.iron, iron="steam"),
    **_recipes(electronics.hair_dryer, hair_dryer="lying"),
    **_recipes(wall_items.picture, picture="framed mat canvas", painting="canvas framed", poster="framed"),
    **_recipes(wall_items.mirror, mirror="framed bare round framed"),
    **_recipes(wall_items.standing_mirror, standing_mirror="tilted"),
    **_recipes(wall_items.picture_frame, picture_frame="strut"),
    **_recipes(wall_items.electric_switch, electric_switch="single double", thermostat="single"),
    **_recipes(wall_items.wall_socket, wall_socket="round"),
    **_recipes(wall_items.wall_clock, wall_clock="round", clock="round"),
    **_recipes(
        wall_items.sign,
        decorative_sign="sign", map="map", postcard="card", whiteboard="white", blackboard="sign",
        bulletin_board="sign", folderal="card",
    ),
    **_recipes(
        wall_items.disc,
        motion_sensor="disc", fire_alarm="disc", smoke_detector="disc", fire_sprinkler="disc", room_ventilator="disc",
    ),
    **_recipes(wall_items.hook, hook="row", wall_nail="nail", coat_hook="row"),
    **_recipes(wall_items.fireplace, wood_fireplace="wood", gas_fireplace="gas", fireplace="wood"),
    **_recipes(wall_items.grandfather_clock, grandfather_clock="case"),
    **_recipes(plants.pot_plant, pot_plant="bushy palm snake bamboo succulent"),
    **_recipes(plants.flowers, flower="bunch", bouquet="vase"),
    **_recipes(plants.vase, vase="ceramic", outline_vase="ceramic", urn="ceramic", jug="ceramic"),
    **_recipes(plants.tree, tree="tree", bush="bush", christmas_tree="tree"),
    **_recipes(
        books.book,
        hardback="book", paperback_book="book", notebook="notebook", magazine="book", folder="book",
        comic_book="book", book="book",
    ),
    **_recipes(
        tableware.vessel,
        bowl="bowl", plate="plate", casserole="pan", ashtray="ashtray", saucer="plate", frying_pan="pan",
        saucepan="pan", stockpot="pan", clam="plate", seashell="plate",
    ),
    **_recipes(tableware.tray, tray="rim", chopping_board="board", baking_sheet="rim"),
    **_recipes(tableware.cup, mug="mug", teacup="tea", gravy_boat="boat", coffee_cup="mug"),
    **_recipes(
        tableware.bottle,
        beer_bottle="beer", bottle_of_olive_oil="oil", bottle_of_water="water", bottle_of_shampoo="shampoo",
        hingeless_jar="jar", jar_of_sugar="jar", carafe="carafe", salt_shaker="shaker", wine_bottle="beer",
        lipstick="shampoo",
    ),
    **_recipes(tableware.drinking_glass, water_glass="tumbler", wineglass="stem", chalice="metal", beaker="tumbler"),
    **_recipes(
        tableware.utensil,
        tablefork="fork", table_knife="knife", carving_knife="knife", spatula="spatula", wooden_spoon="woodspoon",
        tablespoon="spoon", teaspoon="spoon", soupspoon="spoon", whisk="whisk", tongs="tongs", pencil="stick",
        pen="stick", pestle="stick",
    ),
    **_recipes(
        tableware.fruit,
        apple="apple", half_apple="apple", orange="orange", banana="banana", tiramisu="slice", half_tiramisu="slice",
        pine_cone="cone",
    ),
    **_recipes(ornaments.figure, statue="figure", bust="bust", trophy="trophy", toy_figure="toy", teddy="toy"),
    **_recipes(ornaments.die, toy_dice="pips"),
    **_recipes(
        clothing.bag,
        shoulder_bag="soft", briefcase="briefcase", suitcase="suitcase", backpack="soft", handbag="soft",
    ),
    **_recipes(clothing.shoe, gym_shoe="trainer", sandal="sandal", high_heel="heel"),
    **_recipes(clothing.hat, hat="brim", lid="lid", cap="lid"),
    **_recipes(clothing.spectacles, eyeglasses="clear", sunglasses="sun"),
    **_recipes(ornaments.guitar, guitar="acoustic"),
    **_recipes(ornaments.globe, globe="globe", hourglass="hourglass"),
    **_recipes(ornaments.abacus, alphabet_abacus="beads"),
    **_recipes(containers.holder, pencil_holder="cup", knife_block="knives", desk_organizer="organizer"),
    **_recipes(containers.carton, box_of_cane_sugar="packet", carton="packet", box="packet"),
    **_recipes(
        containers.trash_can,
        trash_can="swing pedal", public_trash_can="public", recycling_bin="swing", ashcan="pedal",
    ),
    **_recipes(containers.grill, charcoal_grill="kettle"),
    **_recipes(storage.railing, railing="bars", rail_fence="bars", baseboard="board"),
    **_recipes(electronics.sound_system, alarm_clock="block"),
    **_recipes(ornaments.stone, boulder="stone", stone="stone"),
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
    words = category.split("_")
    for keys, stand_in in _FAMILIES:
        if any(word in keys for word in words):
            found = RECIPES[stand_in]
            return Recipe(found.builder, found.styles, approximated=True)
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
