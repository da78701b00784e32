"""Text normalization for searches: lower case, no accents, the same length."""

from __future__ import annotations

# Letters with accents and their plain letter. Phones don't have the Unicode tables; a test compares the two.
_ACCENTED = {
    "a": "ÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặÅæÆ",
    "b": "ḂḃḄḅḆḇ",
    "c": "ÇçĆćĈĉĊċČčḈḉ",
    "d": "ĎďḊḋḌḍḎḏḐḑḒḓ",
    "e": "ÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệ",
    "f": "Ḟḟ",
    "g": "ĜĝĞğĠġĢģǦǧǴǵḠḡ",
    "h": "ĤĥȞȟḢḣḤḥḦḧḨḩḪḫẖ",
    "i": "ÌÍÎÏìíîïĨĩĪīĬĭĮįİǏǐȈȉȊȋḬḭḮḯỈỉỊị",
    "j": "Ĵĵǰ",
    "k": "ĶķǨǩḰḱḲḳḴḵK",
    "l": "ĹĺĻļĽľḶḷḸḹḺḻḼḽ",
    "m": "ḾḿṀṁṂṃ",
    "n": "ÑñŃńŅņŇňǸǹṄṅṆṇṈṉṊṋ",
    "o": "ÒÓÔÕÖòóôõöŌōŎŏŐőƠơǑǒǪǫǬǭȌȍȎȏȪȫȬȭȮȯȰȱṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợœŒ",
    "p": "ṔṕṖṗ",
    "r": "ŔŕŖŗŘřȐȑȒȓṘṙṚṛṜṝṞṟ",
    "s": "ŚśŜŝŞşŠšȘșṠṡṢṣṤṥṦṧṨṩ",
    "t": "ŢţŤťȚțṪṫṬṭṮṯṰṱẗ",
    "u": "ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜȔȕȖȗṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰự",
    "v": "ṼṽṾṿ",
    "w": "ŴŵẀẁẂẃẄẅẆẇẈẉẘ",
    "x": "ẊẋẌẍ",
    "y": "ÝýÿŶŷŸȲȳẎẏẙỲỳỴỵỶỷỸỹ",
    "z": "ŹźŻżŽžẐẑẒẓẔẕ",
}
_PLAIN = {accented: plain for plain, letters in _ACCENTED.items() for accented in letters}


def fold_text(text: str) -> str:
    """Return the text in lower case without accents, one character for each of the original.

    A letter that would become two (œ) becomes the first, so that positions stay the same.
    """
    if text.isascii():
        return text.lower()
    for letter in set(text):
        if letter > "\x7f":
            text = text.replace(letter, _PLAIN.get(letter) or letter.lower()[0])
    return text.lower()
