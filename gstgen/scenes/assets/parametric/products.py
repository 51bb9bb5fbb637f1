"""Which builder packs or grows which product of a shop."""

from __future__ import annotations

from gstgen.scenes.assets.parametric import packages, produce
from gstgen.scenes.assets.parametric.recipe import Builder, Recipe, recipes

# The package of a family (`box_of_...`) and its usual styles.
_FAMILIES: dict[str, tuple[Builder, str]] = {
    "box": (packages.box, "plain"),
    "carton": (packages.carton, "gable"),
    "bottle": (packages.bottle, "juice"),
    "can": (packages.can, "food"),
    "jar": (packages.jar, "plain-label"),
    "bag": (packages.bag, "pillow"),
    "pack": (packages.pack, "brick"),
    "bunch": (produce.banana, "bunch"),
}
# Products of a family that come in another package or style: style = "category category ...".
_OTHERS: tuple[tuple[Builder, str, str], ...] = (
    (packages.box, "tissue", "box_of_tissues"),
    (packages.punnet, "punnet", "box_of_raspberries box_of_lemons"),
    (packages.punnet, "crate", "box_of_fruit"),
    (packages.cup, "tub", "box_of_yogurt box_of_cream"),
    (packages.carton, "brick", "box_of_vegetable_juice box_of_apple_juice carton_of_pineapple_juice"),
    (packages.eggs, "carton", "carton_of_eggs"),
    (packages.bottle, "wine", "bottle_of_wine bottle_of_champagne wine_bottle"),
    (packages.bottle, "beer", "bottle_of_beer bottle_of_ginger_beer beer_bottle"),
    (packages.bottle, "soda", "bottle_of_pop bottle_of_soda bottle_of_water bottle_of_tonic bottle_of_coconut_water"),
    (packages.bottle, "squeeze", "bottle_of_barbecue_sauce bottle_of_catsup bottle_of_tomato_paste "
     "bottle_of_garlic_sauce bottle_of_pesto bottle_of_hot_sauce bottle_of_lotion bottle_of_mustard "
     "bottle_of_shampoo bottle_of_lemon_sauce bottle_of_mushroom_sauce"),
    (packages.bottle, "flask", "bottle_of_whiskey bottle_of_rum bottle_of_sake bottle_of_olive_oil rum_bottle "
     "oil_bottle bottle_of_cooking_oil canteen"),
    (packages.can, "drink", "can_of_soda can_of_icetea"),
    (packages.can, "lidded", "can_of_baking_mix can_of_oatmeal can_of_coffee"),
    (packages.can, "food", "can canned_food"),
    (packages.jar, "spice", "jar_of_cumin jar_of_clove jar_of_tumeric jar_of_chilli_powder jar_of_peppercorns "
     "jar_of_pepper_seasoning jar_of_sesame_seed"),
    (packages.jar, "plain", "hingeless_jar hinged_jar jar_of_sugar specimen_bottle reagent_bottle pill_bottle"),
    (packages.bag, "block", "bag_of_flour bag_of_rice bag_of_tea"),
    (packages.bag, "net", "bag_of_oranges"),
    (packages.pack, "loaf", "pack_of_bread"),
    (packages.pack, "flat", "pack_of_chocolate_bar"),
    (packages.box, "plain", "boxed_cake"),
    (packages.cardboard, "shut", "packing_box box"),
    (produce.half, "apple", "half_apple"),
    (produce.half, "durian", "half_durian"),
)  # fmt: skip

PRODUCTS: dict[str, Recipe] = {
    **{name: Recipe(builder, (style,)) for builder, style, names in _OTHERS for name in names.split()},
    **recipes(packages.cardboard, carton="shut shut open", packing_box="shut open"),
    **recipes(
        produce.body,
        apple="apple", orange="orange", beefsteak_tomato="tomato", pear="pear", mango="mango", lemon="lemon",
        potato="potato", cantaloup="melon", eggplant="eggplant", zucchini="zucchini", carrot="carrot",
        pineapple="pineapple", tomato="tomato", peach="orange", lime="lemon",
    ),
    **recipes(produce.watermelon, watermelon="stripes"),
    **recipes(produce.durian, durian="spines"),
    **recipes(produce.banana, banana="single", bunch_of_bananas="bunch"),
    **recipes(produce.corn, sweet_corn="husk"),
    **recipes(produce.grapes, grape="bunch"),
    **recipes(produce.croissant, croissant="bent", soft_roll="roll", bagel="roll"),
    **recipes(produce.steak, steak="tray"),
    **recipes(produce.kebab, kebab="skewer"),
    **recipes(produce.hamburger, wrapped_hamburger="wrapped", hamburger="wrapped"),
    **recipes(produce.sweet, chocolate_bar="bar", wafer="wafer", hard_candy="candy", cigar="cigar"),
    **recipes(produce.frail, frail="basket"),
}  # fmt: skip


def product(category: str) -> Recipe | None:
    """The recipe of a product, by its name or its family; None for what is no product."""
    if category in PRODUCTS:
        return PRODUCTS[category]
    family, mark, _ = category.partition("_of_")
    if mark and family in _FAMILIES:
        builder, style = _FAMILIES[family]
        return Recipe(builder, (style,))
    return None
