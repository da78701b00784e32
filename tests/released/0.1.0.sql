-- Made by tools/released_database.py.
BEGIN TRANSACTION;
CREATE TABLE accesses (
	device_id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	link_id INTEGER, 
	opened_at DATETIME NOT NULL, 
	hidden BOOLEAN NOT NULL, 
	CONSTRAINT pk_accesses PRIMARY KEY (device_id, game_id), 
	CONSTRAINT fk_accesses_device_id FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT fk_accesses_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_accesses_link_id FOREIGN KEY(link_id) REFERENCES links (id)
);
INSERT INTO "accesses" VALUES(1,1,NULL,'2026-11-23 12:46:28.339640',0);
CREATE TABLE accounts (
	id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	"key" VARCHAR(40) NOT NULL, 
	password VARCHAR(200) NOT NULL, 
	founder BOOLEAN, 
	created_at DATETIME NOT NULL, 
	closed_at DATETIME, 
	CONSTRAINT pk_accounts PRIMARY KEY (id), 
	CONSTRAINT uq_accounts_founder UNIQUE (founder), 
	CONSTRAINT uq_accounts_key UNIQUE ("key")
);
INSERT INTO "accounts" VALUES(1,'Rita','rita','$argon2id$v=19$m=8,t=1,p=1$rsOIEYDTFAFvdyWo1bRZ1w$yxrBjIOPX7wyuIxFWF0Bnww+G3jPl8DLdUCShWMU5GI',1,'2026-11-23 12:46:30.227032',NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0012');
CREATE TABLE "api_tokens" (
	id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	scope VARCHAR(10) NOT NULL, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME, 
	revoked_at DATETIME, 
	CONSTRAINT pk_api_tokens PRIMARY KEY (id), 
	CONSTRAINT uq_api_tokens_secret UNIQUE (secret), 
	CONSTRAINT fk_api_tokens_club_id FOREIGN KEY(club_id) REFERENCES clubs (id), 
	CONSTRAINT fk_api_tokens_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT ck_api_tokens_scope CHECK (scope IN ('read', 'score', 'direct', 'organise'))
);
CREATE TABLE changes (
	game_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	uuid VARCHAR(36) NOT NULL, 
	at DATETIME NOT NULL, 
	device_id INTEGER, 
	link_id INTEGER, 
	who VARCHAR(40) NOT NULL, 
	action VARCHAR(16) NOT NULL, 
	entry INTEGER, 
	place INTEGER, 
	"before" JSON NOT NULL, 
	"after" JSON NOT NULL, 
	undoes INTEGER, 
	CONSTRAINT pk_changes PRIMARY KEY (game_id, revision), 
	CONSTRAINT fk_changes_device_id FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT fk_changes_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_changes_link_id FOREIGN KEY(link_id) REFERENCES links (id), 
	CONSTRAINT uq_changes_game_id_uuid UNIQUE (game_id, uuid)
);
INSERT INTO "changes" VALUES(1,1,'78f1003d-ead7-4355-b83d-72805f5e7cbf','2026-11-23 12:46:28.339640',1,NULL,'','create',NULL,NULL,'{}','{"rules":{"format":"partnership","silent_seat":"rotates","pack":36,"hand_cards":9,"kitty":0,"misdeal":false,"minimum_bid":50,"bid_step":5,"rounds":"continuous","keep":"none","all_pass":"throw_in","hundred_for_200":false,"discard_to":"opponents","discard_limit":"any","discard_show_trumps":false,"discard_announce_points":false,"trump_by":"announced","no_trump":"forbidden","opponents_score":"must_bid","margin":100,"qualifying_bid":0,"defenders_score":"temporary_team","target":200,"hole_limit":200,"both_reach":"bidding_side","win_only_by_bid":false,"hundred_wins":false,"announced_all":false,"skunk":"none","pot":false,"ante":0,"boxed":0,"hole":0},"players":["Aline","Benoît","Claire","Denis"],"first_dealer":0}',NULL);
INSERT INTO "changes" VALUES(1,2,'test-key-1','2026-11-23 12:46:28.962226',1,NULL,'','record',2,NULL,'{"struck":true}','{"event":{"kind":"played","contractor":0,"bid":60,"bids":{},"points":[65,35],"note":"chez « Rita » \\ à côté, 100 %"},"struck":false}',NULL);
INSERT INTO "changes" VALUES(1,3,'test-key-2','2026-11-23 12:46:29.753945',1,NULL,'','record',3,NULL,'{"struck":true}','{"event":{"kind":"played","contractor":1,"bid":70,"bids":{},"points":[20,80]},"struck":false}',NULL);
INSERT INTO "changes" VALUES(1,4,'test-key-3','2026-11-23 12:46:29.971669',1,NULL,'','record',4,NULL,'{"struck":true}','{"event":{"kind":"played","contractor":2,"bid":50,"bids":{},"points":[55,45]},"struck":false}',NULL);
CREATE TABLE club_changes (
	club_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	uuid VARCHAR(36) NOT NULL, 
	at DATETIME NOT NULL, 
	account_id INTEGER, 
	who VARCHAR(60) NOT NULL, 
	action VARCHAR(16) NOT NULL, 
	subject VARCHAR(20) NOT NULL, 
	"before" JSON NOT NULL, 
	"after" JSON NOT NULL, 
	undoes INTEGER, asked VARCHAR(22), 
	CONSTRAINT pk_club_changes PRIMARY KEY (club_id, number), 
	CONSTRAINT fk_club_changes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT fk_club_changes_club_id FOREIGN KEY(club_id) REFERENCES clubs (id), 
	CONSTRAINT uq_club_changes_club_id_uuid UNIQUE (club_id, uuid)
);
CREATE TABLE club_pairs (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	first_id INTEGER NOT NULL, 
	second_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	used_at DATETIME NOT NULL, 
	hidden_at DATETIME, 
	CONSTRAINT pk_club_pairs PRIMARY KEY (id), 
	CONSTRAINT ck_club_pairs_ck_club_pairs_order CHECK (first_id < second_id), 
	CONSTRAINT fk_club_pairs_club_id FOREIGN KEY(club_id) REFERENCES clubs (id), 
	CONSTRAINT fk_club_pairs_first_id FOREIGN KEY(first_id) REFERENCES club_players (id), 
	CONSTRAINT fk_club_pairs_second_id FOREIGN KEY(second_id) REFERENCES club_players (id), 
	CONSTRAINT uq_club_pairs_first_id_second_id UNIQUE (first_id, second_id)
);
INSERT INTO "club_pairs" VALUES(1,1,1,2,'2026-11-23 12:46:40.674350','2026-11-23 12:46:40.674350',NULL);
INSERT INTO "club_pairs" VALUES(2,1,3,4,'2026-11-23 12:46:40.674350','2026-11-23 12:46:40.674350',NULL);
INSERT INTO "club_pairs" VALUES(3,1,5,6,'2026-11-23 12:46:40.674350','2026-11-23 12:46:40.674350',NULL);
INSERT INTO "club_pairs" VALUES(4,1,7,8,'2026-11-23 12:46:40.674350','2026-11-23 12:46:40.674350',NULL);
CREATE TABLE "club_players" (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	name VARCHAR(240) NOT NULL, 
	"key" VARCHAR(240) NOT NULL, 
	created_at DATETIME NOT NULL, 
	hidden_at DATETIME, 
	same_as_id INTEGER, 
	CONSTRAINT pk_club_players PRIMARY KEY (id), 
	CONSTRAINT fk_club_players_same_as_id FOREIGN KEY(same_as_id) REFERENCES club_players (id), 
	CONSTRAINT uq_club_players_club_id_key UNIQUE (club_id, "key"), 
	CONSTRAINT fk_club_players_club_id FOREIGN KEY(club_id) REFERENCES clubs (id)
);
INSERT INTO "club_players" VALUES(1,1,'Aline','aline','2026-11-23 12:46:39.126938',NULL,NULL);
INSERT INTO "club_players" VALUES(2,1,'Benoît','benoit','2026-11-23 12:46:39.127097',NULL,NULL);
INSERT INTO "club_players" VALUES(3,1,'Claire','claire','2026-11-23 12:46:39.127133',NULL,NULL);
INSERT INTO "club_players" VALUES(4,1,'Denis','denis','2026-11-23 12:46:39.127153',NULL,NULL);
INSERT INTO "club_players" VALUES(5,1,'Édith','edith','2026-11-23 12:46:39.127176',NULL,NULL);
INSERT INTO "club_players" VALUES(6,1,'Fernand','fernand','2026-11-23 12:46:39.127195',NULL,NULL);
INSERT INTO "club_players" VALUES(7,1,'Gisèle','gisele','2026-11-23 12:46:39.127215',NULL,NULL);
INSERT INTO "club_players" VALUES(8,1,'Hervé','herve','2026-11-23 12:46:39.127235',NULL,NULL);
CREATE TABLE clubs (
	id INTEGER NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	slug VARCHAR(40) NOT NULL, 
	created_at DATETIME NOT NULL, brought_in_at DATETIME, private BOOLEAN DEFAULT 0 NOT NULL, zone VARCHAR(64), 
	CONSTRAINT pk_clubs PRIMARY KEY (id), 
	CONSTRAINT uq_clubs_slug UNIQUE (slug)
);
INSERT INTO "clubs" VALUES(1,'Club du Moulin','club-du-moulin','2026-11-23 12:46:30.754779',NULL,0,'America/Moncton');
CREATE TABLE devices (
	id INTEGER NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_devices PRIMARY KEY (id), 
	CONSTRAINT uq_devices_key UNIQUE ("key")
);
INSERT INTO "devices" VALUES(1,'P0PbRzBQmqpQL1FcJl8im8wX','','2026-11-23 12:46:27.372717');
CREATE TABLE games (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	revision INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	changed_at DATETIME NOT NULL, 
	match_id INTEGER, 
	number INTEGER NOT NULL, 
	next_id INTEGER, uuid VARCHAR(36) DEFAULT '' NOT NULL, asked VARCHAR(22), 
	CONSTRAINT fk_games_match_id FOREIGN KEY(match_id) REFERENCES matches (id), 
	CONSTRAINT fk_games_next_id FOREIGN KEY(next_id) REFERENCES games (id), 
	CONSTRAINT uq_games_match_id_number UNIQUE (match_id, number)
);
INSERT INTO "games" VALUES(1,4,'2026-11-23 12:46:28.339640','2026-11-23 12:46:29.971669',NULL,1,NULL,'5126d124-ff23-4ecb-a55c-270d055b477f','lkXGaPI3cveVOE5-YrcqiQ');
CREATE TABLE house_rule_sets (
	id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	uuid VARCHAR(36) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	rules JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	changed_at DATETIME NOT NULL, 
	deleted_at DATETIME, asked VARCHAR(22), 
	CONSTRAINT pk_house_rule_sets PRIMARY KEY (id), 
	CONSTRAINT fk_house_rule_sets_device_id FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT uq_house_rule_sets_device_id_uuid UNIQUE (device_id, uuid)
);
CREATE TABLE idle_acts (
	game_id INTEGER NOT NULL, 
	uuid VARCHAR(36) NOT NULL, 
	content VARCHAR(22) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_idle_acts PRIMARY KEY (game_id, uuid), 
	CONSTRAINT fk_idle_acts_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE invitations (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	club_id INTEGER NOT NULL, 
	role VARCHAR(10) NOT NULL, 
	note VARCHAR(60) NOT NULL, 
	made_by INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	used_at DATETIME, 
	used_by INTEGER, 
	revoked_at DATETIME, salt VARCHAR(16), 
	CONSTRAINT ck_invitations_ck_invitations_role CHECK (role IN ('organiser', 'director', 'scorer')), 
	CONSTRAINT fk_invitations_club_id FOREIGN KEY(club_id) REFERENCES clubs (id), 
	CONSTRAINT fk_invitations_made_by FOREIGN KEY(made_by) REFERENCES accounts (id), 
	CONSTRAINT fk_invitations_used_by FOREIGN KEY(used_by) REFERENCES accounts (id)
);
CREATE TABLE leagues (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	club_id INTEGER NOT NULL, 
	uuid VARCHAR(36) NOT NULL, 
	revision INTEGER NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	facts JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	changed_at DATETIME NOT NULL, 
	deleted_at DATETIME, 
	CONSTRAINT fk_leagues_club_id FOREIGN KEY(club_id) REFERENCES clubs (id), 
	CONSTRAINT uq_leagues_club_id_uuid UNIQUE (club_id, uuid)
);
CREATE TABLE links (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, salt VARCHAR(16), 
	CONSTRAINT pk_links PRIMARY KEY (id), 
	CONSTRAINT ck_links_ck_links_role CHECK (role IN ('score', 'watch')), 
	CONSTRAINT fk_links_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE matches (
	id INTEGER NOT NULL, 
	games_to_win INTEGER, 
	created_at DATETIME NOT NULL, uuid VARCHAR(36) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_matches PRIMARY KEY (id)
);
CREATE TABLE memberships (
	account_id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	role VARCHAR(10) NOT NULL, 
	since DATETIME NOT NULL, 
	CONSTRAINT pk_memberships PRIMARY KEY (account_id, club_id), 
	CONSTRAINT ck_memberships_ck_memberships_role CHECK (role IN ('organiser', 'director', 'scorer')), 
	CONSTRAINT fk_memberships_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT fk_memberships_club_id FOREIGN KEY(club_id) REFERENCES clubs (id)
);
INSERT INTO "memberships" VALUES(1,1,'organiser','2026-11-23 12:46:33.622476');
CREATE TABLE sign_in_failures (
	"key" VARCHAR(64) NOT NULL, 
	failures INTEGER NOT NULL, 
	since DATETIME NOT NULL, 
	CONSTRAINT pk_sign_in_failures PRIMARY KEY ("key")
);
CREATE TABLE sign_ins (
	id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	agent VARCHAR(120) NOT NULL, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	ended_at DATETIME, 
	CONSTRAINT pk_sign_ins PRIMARY KEY (id), 
	CONSTRAINT fk_sign_ins_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT uq_sign_ins_secret UNIQUE (secret)
);
INSERT INTO "sign_ins" VALUES(1,1,'7e9c223e272a65a40910320da6e0c47e67bb5c064bc7d3077969d479057e5cc3','','2026-11-23 12:46:33.631536','2026-12-23 12:46:33.631536',NULL);
CREATE TABLE table_games (
	game_id INTEGER NOT NULL, 
	link_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_table_games PRIMARY KEY (game_id), 
	CONSTRAINT fk_table_games_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_table_games_link_id FOREIGN KEY(link_id) REFERENCES tournament_links (id), 
	CONSTRAINT uq_table_games_link_id_number UNIQUE (link_id, number)
);
CREATE TABLE tournament_changes (
	tournament_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	uuid VARCHAR(36) NOT NULL, 
	at DATETIME NOT NULL, 
	account_id INTEGER, 
	device_id INTEGER, 
	link_id INTEGER, 
	who VARCHAR(60) NOT NULL, 
	action VARCHAR(24) NOT NULL, 
	subject VARCHAR(60) NOT NULL, 
	"before" JSON NOT NULL, 
	"after" JSON NOT NULL, 
	undoes INTEGER, asked VARCHAR(22), 
	CONSTRAINT pk_tournament_changes PRIMARY KEY (tournament_id, revision), 
	CONSTRAINT fk_tournament_changes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT fk_tournament_changes_device_id FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT fk_tournament_changes_link_id FOREIGN KEY(link_id) REFERENCES tournament_links (id), 
	CONSTRAINT fk_tournament_changes_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	CONSTRAINT uq_tournament_changes_tournament_id_uuid UNIQUE (tournament_id, uuid)
);
INSERT INTO "tournament_changes" VALUES(1,1,'9d69987a-f5bf-4e8c-bd2a-16c038bff1f2','2026-11-23 12:46:37.323996',1,NULL,NULL,'Rita','create','','{"about":null,"setup":null,"entry":null,"status":null}','{"about":{"name":"Soirée","day":"2026-11-23","starts":"","minutes":null,"venue":"","note":"","prizes":""},"setup":{"method":"swiss","options":{"rounds":5,"match":{"kind":"hands","best_of":1,"hands":8},"six_table":false,"tiebreaks":["match_points","head_to_head","buchholz","margin","points_for","boxes"],"points":{"win":1,"tie":0.5,"loss":0,"bye":1,"forfeit":0},"margin_cap":null,"legs":1,"third_place":false,"consolation":false,"grand_final_reset":true,"drop_order":null,"individuals":false,"losers":"stay","partners":"change"},"rules":{"format":"partnership","silent_seat":"rotates","pack":36,"hand_cards":9,"kitty":0,"misdeal":false,"minimum_bid":50,"bid_step":5,"rounds":"continuous","keep":"none","all_pass":"throw_in","hundred_for_200":false,"discard_to":"opponents","discard_limit":"any","discard_show_trumps":false,"discard_announce_points":false,"trump_by":"announced","no_trump":"forbidden","opponents_score":"must_bid","margin":100,"qualifying_bid":0,"defenders_score":"temporary_team","target":200,"hole_limit":200,"both_reach":"bidding_side","win_only_by_bid":false,"hundred_wins":false,"announced_all":false,"skunk":"none","pot":false,"ante":0,"boxed":0,"hole":0},"seed":0},"entry":{"open":false,"limit":null,"closes":null,"note":""},"status":"draft"}',NULL,'V6LGnQ5Z1WBflKgCfK2rrg');
INSERT INTO "tournament_changes" VALUES(1,2,'club-key-1','2026-11-23 12:46:40.642651',1,NULL,NULL,'Rita','enter','entrants','{"entrant/e1":null,"entrant/e2":null,"entrant/e3":null,"entrant/e4":null}','{"entrant/e1":{"id":"e1","name":"Aline & Benoît","players":["Aline","Benoît"],"seed":null,"joined":1,"via":"desk","player_ids":[1,2]},"entrant/e2":{"id":"e2","name":"Claire & Denis","players":["Claire","Denis"],"seed":null,"joined":1,"via":"desk","player_ids":[3,4]},"entrant/e3":{"id":"e3","name":"Édith & Fernand","players":["Édith","Fernand"],"seed":null,"joined":1,"via":"desk","player_ids":[5,6]},"entrant/e4":{"id":"e4","name":"Gisèle & Hervé","players":["Gisèle","Hervé"],"seed":null,"joined":1,"via":"desk","player_ids":[7,8]}}',NULL,'0H-UPA6rGi_Jf5OWcTxAZw');
INSERT INTO "tournament_changes" VALUES(1,3,'club-key-2','2026-11-23 12:46:42.175419',1,NULL,NULL,'Rita','pair','round/1','{"round/1":null}','{"round/1":{"published":false,"paired":2,"by_hand":false,"stage":1,"tables":[{"table":1,"sides":[["e1"],["e3"]],"why":[{"code":"swiss.seeds","params":{"upper":1,"lower":3}}]},{"table":2,"sides":[["e2"],["e4"]],"why":[{"code":"swiss.seeds","params":{"upper":2,"lower":4}}]}],"byes":[],"rematches":0,"why_bye":{},"notes":[{"code":"swiss.round_robin","params":{"rounds":5,"entrants":4}}]}}',NULL,'DhFpPZWpV4D0wfDkXBhpGA');
INSERT INTO "tournament_changes" VALUES(1,4,'club-key-3','2026-11-23 12:46:42.198976',1,NULL,NULL,'Rita','publish','round/1','{"round/1":{"published":false,"paired":2,"by_hand":false,"stage":1,"tables":[{"table":1,"sides":[["e1"],["e3"]],"why":[{"code":"swiss.seeds","params":{"upper":1,"lower":3}}]},{"table":2,"sides":[["e2"],["e4"]],"why":[{"code":"swiss.seeds","params":{"upper":2,"lower":4}}]}],"byes":[],"rematches":0,"why_bye":{},"notes":[{"code":"swiss.round_robin","params":{"rounds":5,"entrants":4}}]},"status":"draft"}','{"round/1":{"published":true,"paired":2,"by_hand":false,"stage":1,"tables":[{"table":1,"sides":[["e1"],["e3"]],"why":[{"code":"swiss.seeds","params":{"upper":1,"lower":3}}]},{"table":2,"sides":[["e2"],["e4"]],"why":[{"code":"swiss.seeds","params":{"upper":2,"lower":4}}]}],"byes":[],"rematches":0,"why_bye":{},"notes":[{"code":"swiss.round_robin","params":{"rounds":5,"entrants":4}}]},"status":"running"}',NULL,'ipR10J7blFqUuInzMaWauA');
INSERT INTO "tournament_changes" VALUES(1,5,'club-key-4','2026-11-23 12:46:42.239074',1,NULL,NULL,'Rita','result','result/1/1','{"result/1/1":null}','{"result/1/1":{"scores":[295,285]}}',NULL,'QHivJAJsTeOlFIQCBzKSig');
INSERT INTO "tournament_changes" VALUES(1,6,'club-key-5','2026-11-23 12:46:42.259268',1,NULL,NULL,'Rita','result','result/1/2','{"result/1/2":null}','{"result/1/2":{"scores":[290,280]}}',NULL,'vfBkzoiyiLCSWAxP1K0rFg');
CREATE TABLE tournament_links (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	round INTEGER, 
	number INTEGER, 
	entrant VARCHAR(40), 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, salt VARCHAR(16), 
	CONSTRAINT ck_tournament_links_ck_tournament_links_kind CHECK (kind IN ('table', 'entrant')), 
	CONSTRAINT fk_tournament_links_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
INSERT INTO "tournament_links" VALUES(1,1,'table',1,1,NULL,'2026-11-23 12:46:42.204722',NULL,'z9rflaJIJqlHSsaq');
INSERT INTO "tournament_links" VALUES(2,1,'table',1,2,NULL,'2026-11-23 12:46:42.204722',NULL,'z1y8B-UAMf3ghtu9');
CREATE TABLE tournaments (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	club_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	created_at DATETIME NOT NULL, 
	changed_at DATETIME NOT NULL, 
	CONSTRAINT fk_tournaments_club_id FOREIGN KEY(club_id) REFERENCES clubs (id)
);
INSERT INTO "tournaments" VALUES(1,1,6,'Soirée','2026-11-23','running','2026-11-23 12:46:37.323996','2026-11-23 12:46:42.259268');
CREATE INDEX ix_links_game_id ON links (game_id);
CREATE INDEX ix_accesses_game_id ON accesses (game_id);
CREATE INDEX ix_sign_in_failures_since ON sign_in_failures (since);
CREATE INDEX ix_invitations_club_id ON invitations (club_id);
CREATE INDEX ix_memberships_club_id ON memberships (club_id);
CREATE INDEX ix_sign_ins_account_id ON sign_ins (account_id);
CREATE INDEX ix_tournaments_club_id ON tournaments (club_id);
CREATE INDEX ix_club_pairs_club_id ON club_pairs (club_id);
CREATE INDEX ix_tournament_links_place ON tournament_links (tournament_id, kind, round, number);
CREATE INDEX ix_api_tokens_account_id ON api_tokens (account_id);
CREATE INDEX ix_games_uuid ON games (uuid);
CREATE INDEX ix_matches_uuid ON matches (uuid);
CREATE INDEX ix_changes_first ON changes (uuid) WHERE revision = 1;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',1);
INSERT INTO "sqlite_sequence" VALUES('tournaments',1);
INSERT INTO "sqlite_sequence" VALUES('tournament_links',2);
COMMIT;
