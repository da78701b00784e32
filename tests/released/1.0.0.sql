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
INSERT INTO "accesses" VALUES(1,1,NULL,'2026-11-28 08:01:12.978303',0);
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
INSERT INTO "accounts" VALUES(1,'Rita','rita','$argon2id$v=19$m=65536,t=3,p=4$KjTgDh+dCwp/IARwRU6MDg$u4scBpYZSXkB9M6zx6ail1xVh5pRfb87qDahO/2ic98',1,'2026-11-28 08:01:13.206678',NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0019');
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
INSERT INTO "changes" VALUES(1,1,'6660cce2-2c4b-4dd7-9537-8811aa118bb3','2026-11-28 08:01:12.978303',1,NULL,'','create',NULL,NULL,'{}','{"rules":{"format":"partnership","silent_seat":"rotates","pack":36,"hand_cards":9,"kitty":0,"misdeal":false,"minimum_bid":50,"bid_step":5,"rounds":"continuous","keep":"none","all_pass":"throw_in","hundred_for_200":false,"discard_to":"opponents","discard_limit":"any","discard_show_trumps":false,"discard_announce_points":false,"trump_by":"announced","no_trump":"forbidden","opponents_score":"must_bid","margin":100,"qualifying_bid":0,"defenders_score":"temporary_team","target":200,"hole_limit":200,"both_reach":"bidding_side","win_only_by_bid":false,"hundred_wins":false,"announced_all":false,"skunk":"none","pot":false,"ante":0,"boxed":0,"hole":0},"players":["Aline","Benoît","Claire","Denis"],"first_dealer":0}',NULL);
INSERT INTO "changes" VALUES(1,2,'test-key-1','2026-11-28 08:01:12.991092',1,NULL,'','record',2,NULL,'{"struck":true}','{"event":{"kind":"played","contractor":0,"bid":60,"bids":{},"points":[65,35],"note":"chez « Rita » \\ à côté, 100 %"},"struck":false}',NULL);
INSERT INTO "changes" VALUES(1,3,'test-key-2','2026-11-28 08:01:12.994972',1,NULL,'','record',3,NULL,'{"struck":true}','{"event":{"kind":"played","contractor":1,"bid":70,"bids":{},"points":[20,80]},"struck":false}',NULL);
INSERT INTO "changes" VALUES(1,4,'test-key-3','2026-11-28 08:01:12.997060',1,NULL,'','record',4,NULL,'{"struck":true}','{"event":{"kind":"played","contractor":2,"bid":50,"bids":{},"points":[55,45]},"struck":false}',NULL);
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
INSERT INTO "club_pairs" VALUES(1,1,1,2,'2026-11-28 08:01:13.272692','2026-11-28 08:01:13.272692',NULL);
INSERT INTO "club_pairs" VALUES(2,1,3,4,'2026-11-28 08:01:13.272692','2026-11-28 08:01:13.272692',NULL);
INSERT INTO "club_pairs" VALUES(3,1,5,6,'2026-11-28 08:01:13.272692','2026-11-28 08:01:13.272692',NULL);
INSERT INTO "club_pairs" VALUES(4,1,7,8,'2026-11-28 08:01:13.272692','2026-11-28 08:01:13.272692',NULL);
CREATE TABLE "club_players" (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	name VARCHAR(240) NOT NULL, 
	"key" VARCHAR(240) NOT NULL, 
	created_at DATETIME NOT NULL, 
	hidden_at DATETIME, 
	same_as_id INTEGER, 
	CONSTRAINT pk_club_players PRIMARY KEY (id), 
	CONSTRAINT uq_club_players_club_id_key UNIQUE (club_id, "key"), 
	CONSTRAINT fk_club_players_club_id FOREIGN KEY(club_id) REFERENCES clubs (id), 
	CONSTRAINT fk_club_players_same_as_id FOREIGN KEY(same_as_id) REFERENCES club_players (id)
);
INSERT INTO "club_players" VALUES(1,1,'Aline','aline','2026-11-28 08:01:13.264674',NULL,NULL);
INSERT INTO "club_players" VALUES(2,1,'Benoît','benoit','2026-11-28 08:01:13.264730',NULL,NULL);
INSERT INTO "club_players" VALUES(3,1,'Claire','claire','2026-11-28 08:01:13.264740',NULL,NULL);
INSERT INTO "club_players" VALUES(4,1,'Denis','denis','2026-11-28 08:01:13.264747',NULL,NULL);
INSERT INTO "club_players" VALUES(5,1,'Édith','edith','2026-11-28 08:01:13.264755',NULL,NULL);
INSERT INTO "club_players" VALUES(6,1,'Fernand','fernand','2026-11-28 08:01:13.264763',NULL,NULL);
INSERT INTO "club_players" VALUES(7,1,'Gisèle','gisele','2026-11-28 08:01:13.264770',NULL,NULL);
INSERT INTO "club_players" VALUES(8,1,'Hervé','herve','2026-11-28 08:01:13.264778',NULL,NULL);
CREATE TABLE clubs (
	id INTEGER NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	slug VARCHAR(40) NOT NULL, 
	created_at DATETIME NOT NULL, brought_in_at DATETIME, private BOOLEAN DEFAULT 0 NOT NULL, zone VARCHAR(64), public_names VARCHAR(8) DEFAULT 'full' NOT NULL, responsible VARCHAR(80), responsible_reach VARCHAR(200), responsible_since VARCHAR(10), keep_names INTEGER, keep_sign_ins INTEGER, keep_since DATETIME, 
	CONSTRAINT pk_clubs PRIMARY KEY (id), 
	CONSTRAINT uq_clubs_slug UNIQUE (slug)
);
INSERT INTO "clubs" VALUES(1,'Club du Moulin','club-du-moulin','2026-11-28 08:01:13.210212',NULL,0,'Etc/UTC','full',NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE codes (
	id INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	salt VARCHAR(16), 
	language VARCHAR(8) NOT NULL, 
	link_id INTEGER, 
	device_id INTEGER, 
	created_at DATETIME NOT NULL, 
	until DATETIME, 
	used_at DATETIME, 
	ended_at DATETIME, 
	CONSTRAINT pk_codes PRIMARY KEY (id), 
	CONSTRAINT ck_codes_ck_codes_kind CHECK (kind IN ('link', 'copy', 'move', 'family')), 
	CONSTRAINT fk_codes_link_id FOREIGN KEY(link_id) REFERENCES links (id), 
	CONSTRAINT fk_codes_device_id FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT uq_codes_digest UNIQUE (digest)
);
CREATE TABLE devices (
	id INTEGER NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	created_at DATETIME NOT NULL, seen_at DATETIME, 
	CONSTRAINT pk_devices PRIMARY KEY (id), 
	CONSTRAINT uq_devices_key UNIQUE ("key")
);
INSERT INTO "devices" VALUES(1,'07Gkytq35pMms6OOi_6pHDKu','','2026-11-28 08:01:12.965966',NULL);
CREATE TABLE documents (
	id INTEGER NOT NULL, 
	tag VARCHAR(16) NOT NULL, 
	visitor VARCHAR(16) NOT NULL, 
	html TEXT, 
	body BLOB, 
	failed VARCHAR(300), 
	begun INTEGER NOT NULL, 
	used_at DATETIME NOT NULL, 
	CONSTRAINT pk_documents PRIMARY KEY (id), 
	CONSTRAINT uq_documents_tag UNIQUE (tag)
);
CREATE TABLE firm_queue_blocked_executions (
	id INTEGER NOT NULL, 
	job_id BIGINT NOT NULL, 
	queue_name VARCHAR(255) NOT NULL, 
	priority INTEGER DEFAULT '0' NOT NULL, 
	concurrency_key VARCHAR(255) NOT NULL, 
	expires_at DATETIME NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_firm_queue_blocked_executions PRIMARY KEY (id), 
	CONSTRAINT fk_firm_queue_blocked_executions_job_id FOREIGN KEY(job_id) REFERENCES firm_queue_jobs (id) ON DELETE CASCADE
);
CREATE TABLE firm_queue_claimed_executions (
	id INTEGER NOT NULL, 
	job_id BIGINT NOT NULL, 
	process_id BIGINT, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_firm_queue_claimed_executions PRIMARY KEY (id), 
	CONSTRAINT fk_firm_queue_claimed_executions_job_id FOREIGN KEY(job_id) REFERENCES firm_queue_jobs (id) ON DELETE CASCADE
);
CREATE TABLE firm_queue_failed_executions (
	id INTEGER NOT NULL, 
	job_id BIGINT NOT NULL, 
	error TEXT, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_firm_queue_failed_executions PRIMARY KEY (id), 
	CONSTRAINT fk_firm_queue_failed_executions_job_id FOREIGN KEY(job_id) REFERENCES firm_queue_jobs (id) ON DELETE CASCADE
);
CREATE TABLE firm_queue_jobs (
	id INTEGER NOT NULL, 
	queue_name VARCHAR(255) NOT NULL, 
	class_name VARCHAR(255) NOT NULL, 
	arguments TEXT, 
	priority INTEGER DEFAULT '0' NOT NULL, 
	active_job_id VARCHAR(255), 
	scheduled_at DATETIME, 
	finished_at DATETIME, 
	concurrency_key VARCHAR(255), 
	attempts INTEGER DEFAULT '0' NOT NULL, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, 
	CONSTRAINT pk_firm_queue_jobs PRIMARY KEY (id)
);
CREATE TABLE firm_queue_pauses (
	id INTEGER NOT NULL, 
	queue_name VARCHAR(255) NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_firm_queue_pauses PRIMARY KEY (id)
);
CREATE TABLE firm_queue_processes (
	id INTEGER NOT NULL, 
	kind VARCHAR(255) NOT NULL, 
	last_heartbeat_at DATETIME NOT NULL, 
	supervisor_id BIGINT, 
	pid INTEGER NOT NULL, 
	hostname VARCHAR(255), 
	metadata TEXT, 
	name VARCHAR(255) NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_firm_queue_processes PRIMARY KEY (id)
);
CREATE TABLE firm_queue_ready_executions (
	id INTEGER NOT NULL, 
	job_id BIGINT NOT NULL, 
	queue_name VARCHAR(255) NOT NULL, 
	priority INTEGER DEFAULT '0' NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_firm_queue_ready_executions PRIMARY KEY (id), 
	CONSTRAINT fk_firm_queue_ready_executions_job_id FOREIGN KEY(job_id) REFERENCES firm_queue_jobs (id) ON DELETE CASCADE
);
CREATE TABLE firm_queue_recurring_executions (
	id INTEGER NOT NULL, 
	job_id BIGINT NOT NULL, 
	task_key VARCHAR(255) NOT NULL, 
	run_at DATETIME NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_firm_queue_recurring_executions PRIMARY KEY (id), 
	CONSTRAINT fk_firm_queue_recurring_executions_job_id FOREIGN KEY(job_id) REFERENCES firm_queue_jobs (id) ON DELETE CASCADE
);
CREATE TABLE firm_queue_recurring_tasks (
	id INTEGER NOT NULL, 
	"key" VARCHAR(255) NOT NULL, 
	schedule VARCHAR(255) NOT NULL, 
	command VARCHAR(2048), 
	class_name VARCHAR(255), 
	arguments TEXT, 
	queue_name VARCHAR(255), 
	priority INTEGER DEFAULT '0', 
	static BOOLEAN DEFAULT '1' NOT NULL, 
	description TEXT, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, 
	CONSTRAINT pk_firm_queue_recurring_tasks PRIMARY KEY (id)
);
CREATE TABLE firm_queue_scheduled_executions (
	id INTEGER NOT NULL, 
	job_id BIGINT NOT NULL, 
	queue_name VARCHAR(255) NOT NULL, 
	priority INTEGER DEFAULT '0' NOT NULL, 
	scheduled_at DATETIME NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_firm_queue_scheduled_executions PRIMARY KEY (id), 
	CONSTRAINT fk_firm_queue_scheduled_executions_job_id FOREIGN KEY(job_id) REFERENCES firm_queue_jobs (id) ON DELETE CASCADE
);
CREATE TABLE firm_queue_semaphores (
	id INTEGER NOT NULL, 
	"key" VARCHAR(255) NOT NULL, 
	value INTEGER DEFAULT '1' NOT NULL, 
	expires_at DATETIME NOT NULL, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, 
	CONSTRAINT pk_firm_queue_semaphores PRIMARY KEY (id)
);
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
INSERT INTO "games" VALUES(1,4,'2026-11-28 08:01:12.978303','2026-11-28 08:01:12.997060',NULL,1,NULL,'38536f5c-7b48-4a93-bf3d-bb10cf88fc88','lkXGaPI3cveVOE5-YrcqiQ');
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
CREATE TABLE household_devices (
	device_id INTEGER NOT NULL, 
	household_id INTEGER NOT NULL, 
	joined_at DATETIME NOT NULL, 
	CONSTRAINT pk_household_devices PRIMARY KEY (device_id), 
	CONSTRAINT fk_household_devices_device_id FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT fk_household_devices_household_id FOREIGN KEY(household_id) REFERENCES households (id)
);
CREATE TABLE household_links (
	id INTEGER NOT NULL, 
	household_id INTEGER NOT NULL, 
	purpose VARCHAR(8) NOT NULL, 
	salt VARCHAR(16) NOT NULL, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_household_links PRIMARY KEY (id), 
	CONSTRAINT ck_household_links_ck_household_links_purpose CHECK (purpose IN ('join', 'look')), 
	CONSTRAINT fk_household_links_household_id FOREIGN KEY(household_id) REFERENCES households (id)
);
CREATE TABLE households (
	id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_households PRIMARY KEY (id)
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
CREATE TABLE joined_names (
	device_id INTEGER NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	person VARCHAR(60) NOT NULL, 
	joined_at DATETIME NOT NULL, 
	CONSTRAINT pk_joined_names PRIMARY KEY (device_id, name), 
	CONSTRAINT fk_joined_names_device_id FOREIGN KEY(device_id) REFERENCES devices (id)
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
CREATE TABLE made_papers (
	tournament_id INTEGER NOT NULL, 
	path VARCHAR(300) NOT NULL, 
	body BLOB NOT NULL, 
	CONSTRAINT pk_made_papers PRIMARY KEY (tournament_id, path)
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
INSERT INTO "memberships" VALUES(1,1,'organiser','2026-11-28 08:01:13.229186');
CREATE TABLE openid_links (
	account_id INTEGER NOT NULL, 
	identity VARCHAR(64) NOT NULL, 
	shown VARCHAR(120) NOT NULL, 
	linked_at DATETIME NOT NULL, 
	used_at DATETIME, 
	CONSTRAINT pk_openid_links PRIMARY KEY (account_id), 
	CONSTRAINT fk_openid_links_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT uq_openid_links_identity UNIQUE (identity)
);
CREATE TABLE paper_jobs (
	tournament_id INTEGER NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	done INTEGER NOT NULL, 
	total INTEGER NOT NULL, 
	begun INTEGER NOT NULL, 
	given TEXT, 
	facts JSON NOT NULL, 
	files JSON NOT NULL, 
	archive VARCHAR(200), 
	asked_at DATETIME NOT NULL, 
	CONSTRAINT pk_paper_jobs PRIMARY KEY (tournament_id)
);
CREATE TABLE privacy_changes (
	club_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	account_id INTEGER, 
	who VARCHAR(60) NOT NULL, 
	action VARCHAR(16) NOT NULL, 
	"before" JSON NOT NULL, 
	"after" JSON NOT NULL, 
	CONSTRAINT pk_privacy_changes PRIMARY KEY (club_id, number), 
	CONSTRAINT fk_privacy_changes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT fk_privacy_changes_club_id FOREIGN KEY(club_id) REFERENCES clubs (id)
);
CREATE TABLE recovery_codes (
	account_id INTEGER NOT NULL, 
	code VARCHAR(64) NOT NULL, 
	used_at DATETIME, 
	CONSTRAINT pk_recovery_codes PRIMARY KEY (account_id, code), 
	CONSTRAINT fk_recovery_codes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE second_steps (
	account_id INTEGER NOT NULL, 
	secret VARCHAR(300) NOT NULL, 
	last_counter BIGINT NOT NULL, 
	made_at DATETIME NOT NULL, 
	confirmed_at DATETIME, 
	CONSTRAINT pk_second_steps PRIMARY KEY (account_id), 
	CONSTRAINT fk_second_steps_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
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
INSERT INTO "sign_ins" VALUES(1,1,'04f8c08ff753bdd4cb692c0a73f768d5a3c75618b80b4601ca1e8545604f9ab3','','2026-11-28 08:01:13.229320','2026-12-28 08:01:13.229320',NULL);
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
INSERT INTO "tournament_changes" VALUES(1,1,'d56f0e81-81ce-449f-8021-5e5be1571989','2026-11-28 08:01:13.241414',1,NULL,NULL,'Rita','create','','{"about":null,"setup":null,"entry":null,"status":null}','{"about":{"name":"Soirée","day":"2026-11-28","starts":"","minutes":null,"venue":"","note":"","prizes":""},"setup":{"method":"swiss","options":{"rounds":5,"match":{"kind":"hands","best_of":1,"hands":8},"six_table":false,"tiebreaks":["match_points","head_to_head","buchholz","margin","points_for","boxes"],"points":{"win":1,"tie":0.5,"loss":0,"bye":1,"forfeit":0},"margin_cap":null,"legs":1,"third_place":false,"consolation":false,"grand_final_reset":true,"drop_order":null,"individuals":false,"losers":"stay","partners":"change"},"rules":{"format":"partnership","silent_seat":"rotates","pack":36,"hand_cards":9,"kitty":0,"misdeal":false,"minimum_bid":50,"bid_step":5,"rounds":"continuous","keep":"none","all_pass":"throw_in","hundred_for_200":false,"discard_to":"opponents","discard_limit":"any","discard_show_trumps":false,"discard_announce_points":false,"trump_by":"announced","no_trump":"forbidden","opponents_score":"must_bid","margin":100,"qualifying_bid":0,"defenders_score":"temporary_team","target":200,"hole_limit":200,"both_reach":"bidding_side","win_only_by_bid":false,"hundred_wins":false,"announced_all":false,"skunk":"none","pot":false,"ante":0,"boxed":0,"hole":0},"seed":0},"entry":{"open":false,"limit":null,"closes":null,"note":""},"status":"draft"}',NULL,'V6LGnQ5Z1WBflKgCfK2rrg');
INSERT INTO "tournament_changes" VALUES(1,2,'club-key-1','2026-11-28 08:01:13.269661',1,NULL,NULL,'Rita','enter','entrants','{"entrant/e1":null,"entrant/e2":null,"entrant/e3":null,"entrant/e4":null}','{"entrant/e1":{"id":"e1","name":"Aline & Benoît","players":["Aline","Benoît"],"seed":null,"joined":1,"via":"desk","player_ids":[1,2]},"entrant/e2":{"id":"e2","name":"Claire & Denis","players":["Claire","Denis"],"seed":null,"joined":1,"via":"desk","player_ids":[3,4]},"entrant/e3":{"id":"e3","name":"Édith & Fernand","players":["Édith","Fernand"],"seed":null,"joined":1,"via":"desk","player_ids":[5,6]},"entrant/e4":{"id":"e4","name":"Gisèle & Hervé","players":["Gisèle","Hervé"],"seed":null,"joined":1,"via":"desk","player_ids":[7,8]}}',NULL,'0H-UPA6rGi_Jf5OWcTxAZw');
INSERT INTO "tournament_changes" VALUES(1,3,'club-key-2','2026-11-28 08:01:13.428734',1,NULL,NULL,'Rita','pair','round/1','{"round/1":null}','{"round/1":{"published":false,"paired":2,"by_hand":false,"stage":1,"tables":[{"table":1,"sides":[["e1"],["e3"]],"why":[{"code":"swiss.seeds","params":{"upper":1,"lower":3}}]},{"table":2,"sides":[["e2"],["e4"]],"why":[{"code":"swiss.seeds","params":{"upper":2,"lower":4}}]}],"byes":[],"rematches":0,"why_bye":{},"notes":[{"code":"swiss.round_robin","params":{"rounds":5,"entrants":4}}]}}',NULL,'DhFpPZWpV4D0wfDkXBhpGA');
INSERT INTO "tournament_changes" VALUES(1,4,'club-key-3','2026-11-28 08:01:13.432995',1,NULL,NULL,'Rita','publish','round/1','{"round/1":{"published":false,"paired":2,"by_hand":false,"stage":1,"tables":[{"table":1,"sides":[["e1"],["e3"]],"why":[{"code":"swiss.seeds","params":{"upper":1,"lower":3}}]},{"table":2,"sides":[["e2"],["e4"]],"why":[{"code":"swiss.seeds","params":{"upper":2,"lower":4}}]}],"byes":[],"rematches":0,"why_bye":{},"notes":[{"code":"swiss.round_robin","params":{"rounds":5,"entrants":4}}]},"status":"draft"}','{"round/1":{"published":true,"paired":2,"by_hand":false,"stage":1,"tables":[{"table":1,"sides":[["e1"],["e3"]],"why":[{"code":"swiss.seeds","params":{"upper":1,"lower":3}}]},{"table":2,"sides":[["e2"],["e4"]],"why":[{"code":"swiss.seeds","params":{"upper":2,"lower":4}}]}],"byes":[],"rematches":0,"why_bye":{},"notes":[{"code":"swiss.round_robin","params":{"rounds":5,"entrants":4}}]},"status":"running"}',NULL,'ipR10J7blFqUuInzMaWauA');
INSERT INTO "tournament_changes" VALUES(1,5,'club-key-4','2026-11-28 08:01:13.439741',1,NULL,NULL,'Rita','result','result/1/1','{"result/1/1":null}','{"result/1/1":{"scores":[295,285]}}',NULL,'QHivJAJsTeOlFIQCBzKSig');
INSERT INTO "tournament_changes" VALUES(1,6,'club-key-5','2026-11-28 08:01:13.443586',1,NULL,NULL,'Rita','result','result/1/2','{"result/1/2":null}','{"result/1/2":{"scores":[290,280]}}',NULL,'vfBkzoiyiLCSWAxP1K0rFg');
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
INSERT INTO "tournament_links" VALUES(1,1,'table',1,1,NULL,'2026-11-28 08:01:13.433711',NULL,'8agqcKs9ZXkmv6aa');
INSERT INTO "tournament_links" VALUES(2,1,'table',1,2,NULL,'2026-11-28 08:01:13.433711',NULL,'dOe0IshQmT_0TE4Q');
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
INSERT INTO "tournaments" VALUES(1,1,6,'Soirée','2026-11-28','running','2026-11-28 08:01:13.241414','2026-11-28 08:01:13.443586');
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
CREATE INDEX index_firm_queue_jobs_for_alerting ON firm_queue_jobs (scheduled_at, finished_at);
CREATE INDEX index_firm_queue_jobs_for_filtering ON firm_queue_jobs (queue_name, finished_at);
CREATE INDEX index_firm_queue_jobs_on_active_job_id ON firm_queue_jobs (active_job_id);
CREATE INDEX index_firm_queue_jobs_on_class_name ON firm_queue_jobs (class_name);
CREATE INDEX index_firm_queue_jobs_on_finished_at ON firm_queue_jobs (finished_at);
CREATE UNIQUE INDEX index_firm_queue_pauses_on_queue_name ON firm_queue_pauses (queue_name);
CREATE INDEX index_firm_queue_processes_on_last_heartbeat_at ON firm_queue_processes (last_heartbeat_at);
CREATE UNIQUE INDEX index_firm_queue_processes_on_name_and_supervisor_id ON firm_queue_processes (name, supervisor_id);
CREATE INDEX index_firm_queue_processes_on_supervisor_id ON firm_queue_processes (supervisor_id);
CREATE UNIQUE INDEX index_firm_queue_recurring_tasks_on_key ON firm_queue_recurring_tasks ("key");
CREATE INDEX index_firm_queue_recurring_tasks_on_static ON firm_queue_recurring_tasks (static);
CREATE INDEX index_firm_queue_semaphores_on_expires_at ON firm_queue_semaphores (expires_at);
CREATE UNIQUE INDEX index_firm_queue_semaphores_on_key ON firm_queue_semaphores ("key");
CREATE INDEX index_firm_queue_semaphores_on_key_and_value ON firm_queue_semaphores ("key", value);
CREATE INDEX index_firm_queue_blocked_executions_for_maintenance ON firm_queue_blocked_executions (expires_at, concurrency_key);
CREATE INDEX index_firm_queue_blocked_executions_for_release ON firm_queue_blocked_executions (concurrency_key, priority, job_id);
CREATE UNIQUE INDEX index_firm_queue_blocked_executions_on_job_id ON firm_queue_blocked_executions (job_id);
CREATE UNIQUE INDEX index_firm_queue_claimed_executions_on_job_id ON firm_queue_claimed_executions (job_id);
CREATE INDEX index_firm_queue_claimed_executions_on_process_id_and_job_id ON firm_queue_claimed_executions (process_id, job_id);
CREATE UNIQUE INDEX index_firm_queue_failed_executions_on_job_id ON firm_queue_failed_executions (job_id);
CREATE INDEX index_firm_queue_poll_all ON firm_queue_ready_executions (priority, job_id);
CREATE INDEX index_firm_queue_poll_by_queue ON firm_queue_ready_executions (queue_name, priority, job_id);
CREATE UNIQUE INDEX index_firm_queue_ready_executions_on_job_id ON firm_queue_ready_executions (job_id);
CREATE UNIQUE INDEX index_firm_queue_recurring_executions_on_job_id ON firm_queue_recurring_executions (job_id);
CREATE UNIQUE INDEX index_firm_queue_recurring_executions_on_task_key_and_run_at ON firm_queue_recurring_executions (task_key, run_at);
CREATE INDEX index_firm_queue_dispatch_all ON firm_queue_scheduled_executions (scheduled_at, priority, job_id);
CREATE UNIQUE INDEX index_firm_queue_scheduled_executions_on_job_id ON firm_queue_scheduled_executions (job_id);
CREATE INDEX ix_household_devices_household_id ON household_devices (household_id);
CREATE INDEX ix_household_links_household_id ON household_links (household_id);
CREATE INDEX ix_codes_link_id ON codes (link_id);
CREATE INDEX ix_codes_device_id ON codes (device_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',1);
INSERT INTO "sqlite_sequence" VALUES('tournaments',1);
INSERT INTO "sqlite_sequence" VALUES('tournament_links',2);
COMMIT;
