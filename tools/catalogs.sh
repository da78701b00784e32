#!/usr/bin/env bash
# Reads the sources for messages, adds the new ones to each catalog, and compiles. Translations are never guessed.
set -euo pipefail

translations=scorekeeper/translations
template=build/messages.pot
pybabel=.venv/bin/pybabel

mkdir -p build
$pybabel --quiet extract --mapping=pyproject.toml --keyword=N_ --keyword=t --add-location=file --sort-output \
    --add-comments=TRANSLATORS: --strip-comments --project=scorekeeper --output="$template" scorekeeper templates static
for language in ${LANGUAGES:-fr}; do
    catalog=$translations/$language/LC_MESSAGES/messages.po
    if [ -f "$catalog" ]; then
        $pybabel --quiet update --input-file="$template" --output-file="$catalog" --locale="$language" \
            --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
    else
        $pybabel --quiet init --input-file="$template" --output-file="$catalog" --locale="$language"
    fi
done
.venv/bin/python -c 'from scorekeeper import catalogs, paths; catalogs.compile_catalogs(paths.TRANSLATIONS)'
for catalog in "$translations"/*/LC_MESSAGES/messages.po; do
    $pybabel compile --statistics --input-file="$catalog" --output-file=/dev/null 2>&1 | sed -n 's/^.*\(scorekeeper\)/\1/;1p'
done
