"""French words for codes: short, common, without accents, and fit for children."""

from __future__ import annotations

_SAID = """
abeille abri acajou accent accord acier acteur adieu adulte affaire affiche agenda agneau agrafe aigle aile aimant air
album alcool algue allumer alouette alpin amande ambre ami amiral ananas ancre ange animal anneau anorak antenne appel
arbre arc arche  argent argile armoire arrosoir artisan artiste asperge assiette atelier atlas atome atout aube
auberge audace aurore auto automne avance avenir averse avion avocat avoine avril azur bagage bague baie bain balai
balance balcon baleine balle ballon bambou banane banc bandeau banjo banque baron barque barrage bas basilic bassin
bateau batterie beige belette berceau berger besace beurre biche bijou bille billet biscuit bison blanc blason bleu
bloc blond bobine bocal bois boisson bol bombe bonbon bonheur bonjour bonnet bordure bosse botte bouche boucle bougie
boulon bouquet bourse bouton brebis bretelle brioche brique brise broche brosse brouette brume brun buffet buisson
bulle bureau buse buste cabane cabine cacao cactus cadeau cadran cadre caille caisse calcul calepin calme camion canal
canard canif canon canot cantine canyon carafe caramel carbone cargo carnet carotte carpe carreau cartable carte
carton cascade casque castor caverne ceinture cendre cercle cerf cerise cerveau chaise chaleur chambre chameau champ
chance chanson chant chapeau charbon chardon chariot charme chasse chat chaton chaud chemin chemise cheval cheveu
cheville chien chiffre chocolat chou chute ciboule cidre ciel cigale cigogne ciment cinq cirage cirque ciseau citron
civet clairon classe clavier cloche clocher cloison clou clown cobra  coco coffre colibri colis colle collier
colline colombe colonne comique commode comptoir concert concours copain copie coq coquille corail corbeau corde
cornet corps cosmos costume coton cou coude couleur couloir coupe courage courbe courge couronne cours cousin coussin
couteau coutume crabe craie crapaud cravate crayon crochet crocus croix cuisine cuivre culotte cumin curieux cycle
cygne dahlia daim dame danger danse dauphin dent dentelle dessert dessin deux diamant dinde disque dix docteur dodo
doigt domaine domino donneur dortoir dos dossier douceur douche doux douze dragon drap drapeau droit duo durable eau
effort employer encre endive enfant ensemble entier entorse envie escalier escargot espace espoir essai exemple extra
fable facile facteur faim faisan fameux famille fanfare farine faucon faune fauteuil faveur femme fenouil fer ferme
festin feu feuille feutre ficelle figue figure fil filet fille film fils fin finale flamant flamme flan fleur fleuve
flocon flotte flute foin folie fond fontaine foot forage force forge forme fort fortune fou foudre foule four fourmi
fraise franc frein frise froid fromage front fruit furet fuseau gagnant galaxie galerie galet galop gant garage garde
gare gaufre gazelle gazon gel gens gentil geste gibier gilet girafe givre glace glaise gland gobelet golf gomme gorge
gorille gourde gourmet goutte grain grand grange granit grappe gravier grenier grillade grillon grive grotte groupe
grue guichet guide guidon guitare hache haie halte hamac hameau hanche hangar hareng haricot harpe hasard hauteur
herbe hermine heure hibou hier histoire hiver hockey homard homme honneur horloge houle huile huit hutte hymne idole
igloo iguane image immense infini insecte iris ivoire jaguar jambe jambon janvier jardin jaune jazz jeton jeu jeudi
jeune joie joli jonque joue jouet jour journal joyau judo juge juillet juin jumeau jungle jupe jury jus juste kayak
kilo kimono kiosque kiwi koala lac lacet lagune laine lait laitue lama lame lampe lande langue lapin large larme latte
laurier lavabo lavande lecture lessive lettre levier levure lexique libre licorne lierre lieu ligne lilas limace
limite linge lion liquide lis liste lit litre livre logis loin loisir long losange lotus louche loup loupe lourd
loutre lueur luge lundi lune lunette lutin luxe lynx lyre machine magasin magie mai maigre main maison malin malle
maman mammouth manche mangue manteau maracas marais marbre marche mardi mare mari marin marmite marron mars marteau
masque mat matelas matin mauve mazurka melon membre menthe menton menu mer merci mercredi merle message mesure miel
miette milieu mille mimosa mine minerai minou minuit minute miroir mitaine mobile moelle moineau mois moisson molaire
moment monde moniteur montagne montre morse morue mot moteur moto mouche mouette moufle moulin mousse mouton muguet
mulet mur muraille muscle museau musique nacre nage nappe narine natte nature nautique navet navire neige neuf neveu
nez niche nid noblesse noce noir noisette noix nom nombre nord note nouille nourrice nuage nuit nuque oasis objet
octave octobre odeur office oie oignon oiseau olive ombre oncle ongle onze opale orage orange orbite ordre oreille
orge orgue orient orme orteil ortie oseille otarie ouest ourlet ours outil ouvrage ovale page paille pain paire paix
palais palme palourde panda panier panneau pantalon paon papa papier papillon paquet parade parc parent parfum parole
partage partie parure passage passoire patate patin patte paume pause pays peau peigne peintre peluche pente perche
perdrix perle perron persil personne petit peuple phare phoque photo piano pic pichet pie pied pierre pigeon pile
pilote piment pince pinceau pingouin pinson pintade piquet pirate piscine piste pivert pivoine place plage plaine plan
planche plante plaque plat plateau plein pli plomb pluie plume plus poche poil point poire poireau pois poisson poivre
police polo pomme pompe pompier poney pont port portail porte portrait potage poteau potiron pouce poudre poule poulet
poulpe pourpre poussin poutre prairie premier presse prince prix promesse proverbe prune puits puma pupitre puzzle
python quai quart quatre question quiche quille quinze rabot race racine radeau radio radis rail raisin rame ramier
rampe rang rayon recette regard  reine renard renne repas requin reste rhubarbe riche rideau rire rivage rive riz
robe robinet robot roche roi roman romarin ronce rond ronde rose roseau rotule roue rouge rouleau route ruban rubis
ruche rue ruelle rugby ruisseau rythme sable sabot sabre sac safran saison salade salle salon salut samedi sandale
sanglier sapin sardine satin saule saumon savane savon scie science seau secret seigle seize sel semaine sept serpent
serrure service seuil sifflet signal silence silo singe sirop ski soda sofa soie soif soir soldat sole soleil solo
sombre sommet sonnette sorbet sorcier sortie souci souffle soulier soupe source sourire souris spirale sport stade
station statue store studio style stylo sucre sud suite sujet surprise symbole table tableau tablier tabouret tache
talon tambour tamis tango tapir tapis tarif tarte tasse taupe taureau taxi temps tendre tennis tente terrain terre
test texte thym tiers tige tigre tilleul timbre tirelire tiroir tissu titre toile toit tomate tombola ton tonnerre
tordu torrent tortue total toucan toupie tour tournoi trace tracteur train tramway travail treize trente tresse
triangle tribune tricot trio triton troc trois trombone  trop trou troupeau truffe truite tuba tuile tulipe
tunnel  tuyau type union univers usine utile vache vague vaisseau valise vallon valse vanille vannerie vapeur
veau velours vendredi vent ventre verger veste viande victoire vide vie vieux vigne village ville vin vinaigre violet
violon virage virgule vis visage vitesse vitre vivant vocal voile voisin voiture voix vol volcan volet volume voyage
voyelle vrai wagon yacht yeux yoga yourte zeste zigzag zinc zone zoo
"""
WORDS = tuple(_SAID.split())
