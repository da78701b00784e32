"""English words for codes: short, common, without accents, and fit for children."""

from __future__ import annotations

_SAID = """
acorn actor adult alarm album alley almond amber anchor angle animal ankle answer apple apron arch arena arm army
arrow artist atlas attic autumn axle baby badge bag baker ball bamboo banana band bank banner barn barrel basil basin
basket bath battery beach bead beak beam bean bear beard beaver bed bee beet beetle bell belt bench berry bike bingo
birch bird biscuit bison blanket blast block blossom blue board boat body boil bolt bone bonnet book boot border
bottle bottom boulder bow bowl box boy bracelet branch brass bread breeze brick bride bridge broom brother brown brush
bubble bucket buckle bud bugle builder bulb bull bumper bun bundle burger bus bush butter button cabbage cabin cable
cactus cage cake calf camel camera camp canal candle candy canoe canvas canyon cap cape captain car caramel carbon
card cargo carol carpet carrot cart castle cat cave cedar celery cellar cello cement cereal chain chair chalk chapel
chart cheek cheese cherry chess chest chicken chief child chimney chin chip choir cider cinema circle circus city clam
clay clerk cliff clock closet cloth cloud clover clown coach coast coat cobra cocoa coconut coffee coin collar colt
comb comedy comet comic compass cook cookie copper coral cork corn corner cotton couch cougar country cousin cove
cover cow coyote crab cradle crane crayon cream creek crew cricket crocus crop cross crow crowd crown crumb crust cuff
cup curl curtain curve cushion custard cycle daisy dance danger dawn day deck delta desert desk diamond diary dice
diner dinner dish dock doctor dog doll dolphin domino donkey door dot dough dove dragon drawer dream dress drill drink
drum duck dune dust eagle ear earth easel east echo edge eel egg elbow elder elevator elf elk elm ember emerald empire
engine errand evening expert eye fabric face falcon family farm farmer father faucet feast feather fence fern ferry
festival fiddle field fifty fig film finger fire fish five flag flame flannel flax fleet flint flock floor flower
flute foam fog foil folder folk food foot forest fork fort forty fossil fountain fox frame friday friend fringe frog
frost fruit fudge funnel fur galaxy gallon game garage garden garlic gate gem giant ginger giraffe girl glacier glass
globe glove glue goat goblet gold golf goose gorilla gown grain granite grape graph grass gravel gravy green grill
grocer ground grove guest guide guitar gulf gull gum gym hail hall hammer hammock hamper hand handle harbor harp
harvest hat hawk hay hazel head heart heater hedge heel helmet hen herb hero heron hill hinge hippo hive hobby hockey
holiday holly home honey hood hoof hook hoop horn horse hose hotel house hut ice icicle igloo inch ink inn insect iris
iron island ivory ivy jacket jade jaguar jam jar jasmine jaw jazz jeans jelly jersey jewel jigsaw job jockey joke
judge jug juice july jumper june jungle jury kayak kennel kettle key kidney king kiosk kitchen kite kitten knee knife
koala label ladder ladle lady lagoon lake lamb lamp lance land lantern lap lark laser latch laundry lava lawn lawyer
leaf leather ledge leek leg lemon lens leopard letter lettuce lever library lid light lilac lily lime limit linen lion
lip list lizard llama loaf lobster lock locket log loom loop lotus lumber lunch lung lynx machine magic magnet magpie
mail mallet mammoth manor mantle map maple marble march margin market marsh mask mast master match mayor maze meadow
meal medal melody melon member menu mermaid metal meteor middle mile milk mill miller mineral minnow mint minute
mirror mitten model mole moment monday money monkey month moon moose morning mosaic moss motel moth mother motor mound
mouse mouth movie mud muffin mug mule museum mushroom music mustard nail name napkin narrow nature navy neck needle
nephew nest net nettle nickel night nine noodle noon north nose note novel number nurse nut nylon oak oar oasis oat
ocean octave octopus office oil olive onion opal opera orange orbit orchard orchid organ ostrich otter oval oven owl
owner oxygen oyster packet paddle page paint palace palm pan panda pansy panther paper parade parcel parent park
parrot parsley party pass pasta paste pastry patch path patio paw pea peach peacock peanut pear pearl pebble pedal
pelican pen pencil penguin penny people pepper perch petal phone photo piano pickle picnic picture pie pier pigeon
pill pillow pilot pin pine pink pioneer pipe pitcher pizza planet plank plant plaster plate player plaza plot plow
plum plumber pocket poem poet point poker polar pole pollen polo pond pony pool poplar poppy porch port postman pot
potato pottery pouch powder prairie prince prize prune pudding puddle pulley pulp puma pump pumpkin pupil puppet puppy
purple purse puzzle quail quarry quart quartz queen quilt quiver rabbit raccoon race radar radio radish raft rail rain
raisin rake ram ranch raven razor recipe record red reef reindeer rhubarb ribbon rice riddle rider ring river road
robe robin robot rock rocket roof room root rope rose round row ruby rug ruler runner rye saddle safari sail sailor
salad salmon salt sand sandal sauce saucer saw scale scarf scene school science scissors scout screen screw sea seal
season seat second secret seed seesaw seven shade shadow shark shawl shed sheep sheet shelf shell sheriff shield ship
shirt shoe shop shore shovel shower shrimp shrub shutter side silk silver singer sink sister six skate sketch ski skin
skirt skunk sky slate sled sleeve slice slipper slope sloth smoke snail snake snow soap soccer sock soda sofa soil
soldier song sonnet soup south spade spark sparrow spear spice spider spinach spiral sponge spool spoon spring spruce
spy square squid stable stadium stage stair stamp star station statue steam stem step stereo stick stone stool store
stork storm story stove straw stream street string studio suburb subway sugar suit summer sun sunday sunset surf
swallow swamp swan sweater swift swing sword symbol syrup table tablet tail tailor talent tango tank tape target tart
taxi tea teacher team teapot teeth temple ten tennis tent thimble thistle thorn thread three throat throne thumb
thunder ticket tie tiger tile timber tin toad toast toe tomato tongue tool tooth top torch tortoise towel tower town
toy track tractor trail train tram trap tray treaty tree trench triangle trick trio trophy trout truck trumpet trunk
tuba tube tuesday tulip tuna tunnel turkey turnip turtle twelve twenty twig twin uncle uniform unit valley valve van
vanilla vase vault velvet vessel vest village vine vinegar viola violet violin visitor voice volcano vowel voyage
wafer wagon waist waiter walnut walrus waltz wasp watch water wave wax weasel weather weaver wedge weed week well west
whale wheat wheel whisker whistle wick widow willow wind window wine wing winner winter wire wizard wolf woman wood
wool word worker world worm wreath wrench writer yacht yard year yellow yogurt zebra zero zigzag zinc zipper zone zoo
"""
WORDS = tuple(_SAID.split())
