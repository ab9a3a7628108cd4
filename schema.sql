-- Tabard's tables. Reasons and encodings: docs/storage.md.
-- Money: integer ten-thousandths. Nights: days since 1970-01-01. Instants: milliseconds since 1970-01-01 UTC.

-- Group ids and hotel ids are one set of names, each used once in an installation.
CREATE TABLE sites (
  site_id TEXT PRIMARY KEY,
  group_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('group', 'hotel'))
) STRICT, WITHOUT ROWID;

-- Where groups are that moved, in an installation of several databases (docs/growing.md). No row: here, or nowhere.
CREATE TABLE fences (
  group_id TEXT PRIMARY KEY,
  -- here: it came here. copying: being copied to here, checks of its history left out. arriving: copied, served here to whoever
  -- knows that it left the other one (version). leaving: served here, writes refused until until_ms. left: served elsewhere.
  state TEXT NOT NULL CHECK (state IN ('here', 'copying', 'arriving', 'leaving', 'left')),
  -- The other database of the move: where the group comes from, or goes to.
  shard INTEGER NOT NULL CHECK (shard >= 0),
  -- The group's moves so far, with this one.
  version INTEGER NOT NULL CHECK (version >= 0),
  -- Random: of the one process that may go on with the move.
  run TEXT NOT NULL,
  until_ms INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE groups (
  group_id TEXT PRIMARY KEY REFERENCES sites (site_id),
  name TEXT NOT NULL,
  default_language TEXT NOT NULL,
  -- 1: guests may book on /book/{groupId}.
  booking_page INTEGER NOT NULL DEFAULT 0 CHECK (booking_page IN (0, 1)),
  -- Of its pages: #rrggbb and the address of a picture; null for Tabard's own colour and no logo.
  colour TEXT CHECK (colour GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  logo TEXT,
  -- Rises with every change to what the hotel listing shows.
  content_version INTEGER NOT NULL DEFAULT 1,
  content_changed_ms INTEGER NOT NULL,
  -- Sequence of the last event that changed what holds for all hotels: promotions, sale codes, which hotels there are.
  terms_version INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE hotels (
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  hotel_id TEXT NOT NULL UNIQUE REFERENCES sites (site_id),
  name TEXT NOT NULL,
  address1 TEXT NOT NULL,
  address2 TEXT NOT NULL,
  postcode TEXT NOT NULL,
  email TEXT NOT NULL,
  telephone TEXT NOT NULL,
  town TEXT NOT NULL,
  country TEXT NOT NULL,
  check_in_hours TEXT NOT NULL,
  check_in_minutes TEXT NOT NULL,
  check_out_hours TEXT NOT NULL,
  check_out_minutes TEXT NOT NULL,
  star_rating TEXT NOT NULL,
  latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  timezone TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  -- Units times nights that one client may take within an hour; null: HOLD_NIGHTS_PER_HOUR.
  hold_nights_per_hour INTEGER CHECK (hold_nights_per_hour > 0),
  -- How the ledger's periods run; null: it keeps none.
  periods TEXT CHECK (periods IN ('day', 'month')),
  -- JSON: [{"url","alt"}], in the order shown.
  images TEXT NOT NULL CHECK (json_valid(images)),
  -- JSON: [integer], in the order shown.
  facilities TEXT NOT NULL CHECK (json_valid(facilities)),
  -- Sequence of the last event that changed the hotel's rooms, rates, extras, currency or time zone.
  catalogue_version INTEGER NOT NULL DEFAULT 0,
  -- The same of all that a price of this hotel depends on: its catalogue and its calendar; never a sale.
  calendar_version INTEGER NOT NULL DEFAULT 0 CHECK (calendar_version >= catalogue_version),
  PRIMARY KEY (group_id, hotel_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX hotels_by_calendar_version ON hotels (group_id, calendar_version);

-- Everything that happened to a group, in commit order, for ever: its one counter, its feed, and what replicas follow.
CREATE TABLE events (
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  -- From 1, gapless.
  sequence INTEGER NOT NULL,
  type TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  -- The path to read the truth at.
  subject TEXT NOT NULL,
  -- Null: of several hotels (data names them) or of the whole group.
  hotel_id TEXT,
  -- JSON object without personal data.
  data TEXT NOT NULL CHECK (json_valid(data)),
  -- JSON: [[hotelId, roomId, first night, night after the last, units sold]], negative where given back; null for none.
  sold TEXT CHECK (json_valid(sold)),
  PRIMARY KEY (group_id, sequence)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_in_order BEFORE INSERT ON events WHEN NEW.sequence <> coalesce((SELECT max(sequence) FROM events WHERE group_id = NEW.group_id), 0) + 1 BEGIN SELECT RAISE(ABORT, 'events_in_order'); END;

CREATE TRIGGER events_not_updated BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events_are_append_only'); END;

CREATE TRIGGER events_not_deleted BEFORE DELETE ON events WHEN NOT EXISTS (SELECT 1 FROM fences WHERE group_id = OLD.group_id AND state IN ('left', 'copying')) BEGIN SELECT RAISE(ABORT, 'events_are_append_only'); END;

-- Who is told of events as they happen. Secrets are derived, never stored: src/events/rules/webhook-secret.ts.
CREATE TABLE webhooks (
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  -- Sorts by age.
  webhook_id TEXT NOT NULL UNIQUE,
  -- Not null: made by a caller of this hotel, told of its events alone.
  hotel_id TEXT,
  url TEXT NOT NULL,
  -- JSON: [type or pattern].
  types TEXT NOT NULL CHECK (json_valid(types)),
  state TEXT NOT NULL DEFAULT 'enabled' CHECK (state IN ('enabled', 'disabled')),
  -- Null while enabled.
  disabled_reason TEXT CHECK ((disabled_reason IN ('asked', 'gone', 'failing')) = (state = 'disabled')),
  -- Sequence of the last event that was taken, or that its types leave out.
  cursor INTEGER NOT NULL CHECK (cursor >= 0),
  -- Rises with every change by a caller: a delivery under way then goes no further.
  edition INTEGER NOT NULL DEFAULT 1,
  created_ms INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL,
  secret_generation INTEGER NOT NULL DEFAULT 1,
  -- JSON: [[generation, signs until]], earlier secrets that still sign.
  retiring_secrets TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(retiring_secrets)),
  -- Since the last event that was taken.
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since_ms INTEGER,
  last_error TEXT,
  next_attempt_ms INTEGER NOT NULL DEFAULT 0,
  -- Whoever delivers now. Only the holder moves the cursor on.
  lease TEXT,
  lease_until_ms INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (group_id, webhook_id)
) STRICT, WITHOUT ROWID;

-- Whoever disables an endpoint, the event is part of it.
CREATE TRIGGER webhook_disabled AFTER UPDATE OF state ON webhooks WHEN OLD.state = 'enabled' AND NEW.state = 'disabled' AND NOT EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND state = 'copying') BEGIN INSERT INTO events (group_id, sequence, type, at_ms, subject, hotel_id, data) VALUES (NEW.group_id, coalesce((SELECT max(sequence) FROM events WHERE group_id = NEW.group_id), 0) + 1, 'webhook.disabled', NEW.changed_ms, '/webhooks/' || NEW.group_id, NEW.hotel_id, json_object('webhookId', NEW.webhook_id, 'hotelId', NEW.hotel_id, 'reason', NEW.disabled_reason)); END;

CREATE TABLE hotel_texts (
  group_id TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  language TEXT NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (group_id, hotel_id, language),
  FOREIGN KEY (group_id, hotel_id) REFERENCES hotels (group_id, hotel_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE sale_codes (
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  sale_code TEXT NOT NULL,
  description TEXT NOT NULL,
  nominal_code TEXT NOT NULL,
  tax_code TEXT NOT NULL,
  -- Tax in hundredths of a percent, contained in every price.
  tax_basis_points INTEGER NOT NULL CHECK (tax_basis_points BETWEEN 0 AND 10000),
  PRIMARY KEY (group_id, sale_code)
) STRICT, WITHOUT ROWID;

-- Ways to pay.
CREATE TABLE pay_codes (
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  pay_code TEXT NOT NULL,
  description TEXT NOT NULL,
  nominal_code TEXT NOT NULL,
  PRIMARY KEY (group_id, pay_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE rooms (
  group_id TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  room_id TEXT NOT NULL,
  name TEXT NOT NULL,
  base_adults INTEGER NOT NULL CHECK (base_adults BETWEEN 1 AND max_adults),
  max_adults INTEGER NOT NULL CHECK (max_adults BETWEEN 1 AND 20),
  max_children INTEGER NOT NULL CHECK (max_children BETWEEN 0 AND 20),
  -- JSON: [string].
  bed_configurations TEXT NOT NULL CHECK (json_valid(bed_configurations)),
  PRIMARY KEY (group_id, hotel_id, room_id),
  FOREIGN KEY (group_id, hotel_id) REFERENCES hotels (group_id, hotel_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE rates (
  group_id TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  rate_id TEXT NOT NULL,
  name TEXT NOT NULL,
  refundable INTEGER NOT NULL CHECK (refundable IN (0, 1)),
  -- Part of the room price due at booking, in hundredths of a percent.
  deposit_basis_points INTEGER NOT NULL CHECK (deposit_basis_points BETWEEN 0 AND 10000),
  -- 1: sold only with a promo code that unlocks it.
  hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
  extra_adult_amount INTEGER NOT NULL CHECK (extra_adult_amount >= 0),
  child_amount INTEGER NOT NULL CHECK (child_amount >= 0),
  -- JSON: CancellationPolicy (src/selling/rules/cancellation.ts); null for the usual one of its kind.
  cancellation TEXT CHECK (json_valid(cancellation)),
  sale_code TEXT NOT NULL,
  PRIMARY KEY (group_id, hotel_id, rate_id),
  FOREIGN KEY (group_id, hotel_id) REFERENCES hotels (group_id, hotel_id) ON DELETE CASCADE,
  FOREIGN KEY (group_id, sale_code) REFERENCES sale_codes (group_id, sale_code)
) STRICT, WITHOUT ROWID;

-- One hotel's month, packed: units, prices and restrictions of every room and rate (src/selling/rules/hotel-month.ts).
CREATE TABLE calendar_months (
  group_id TEXT NOT NULL,
  -- Year * 12 + month - 1.
  month INTEGER NOT NULL,
  hotel_id TEXT NOT NULL,
  packed TEXT NOT NULL CHECK (json_valid(packed)),
  -- Sequence of the event that wrote it.
  sequence INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (group_id, month, hotel_id),
  FOREIGN KEY (group_id, hotel_id) REFERENCES hotels (group_id, hotel_id) ON DELETE CASCADE
) STRICT;

-- The live count. No night is ever sold beyond its units: the database itself refuses.
CREATE TABLE stock (
  group_id TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  room_id TEXT NOT NULL,
  night INTEGER NOT NULL,
  units INTEGER NOT NULL CHECK (units >= 0),
  sold INTEGER NOT NULL DEFAULT 0 CHECK (sold >= 0),
  free INTEGER NOT NULL GENERATED ALWAYS AS (units - sold) VIRTUAL,
  PRIMARY KEY (group_id, hotel_id, room_id, night),
  CONSTRAINT stock_not_oversold CHECK (sold <= units)
) STRICT, WITHOUT ROWID;

CREATE TABLE promotions (
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  -- Upper case; looked up without regard to case.
  promo_code TEXT NOT NULL,
  -- Exactly one of the two discounts, or neither where the code only unlocks hidden rates.
  percent_basis_points INTEGER CHECK (percent_basis_points BETWEEN 1 AND 9999),
  -- Off each night and room, in currency_code; hotels of another currency are not discounted.
  amount INTEGER CHECK (amount > 0),
  currency_code TEXT,
  -- JSON: [rateId] the discount applies to; null for all.
  discounted_rates TEXT CHECK (json_valid(discounted_rates)),
  -- JSON: [rateId] of hidden rates the code unlocks.
  unlocked_rates TEXT NOT NULL CHECK (json_valid(unlocked_rates)),
  -- Inclusive, null for open. Every night of the stay, and today at the hotel, must lie inside.
  stay_from INTEGER,
  stay_to INTEGER,
  book_from INTEGER,
  book_to INTEGER,
  PRIMARY KEY (group_id, promo_code),
  CHECK (percent_basis_points IS NULL OR amount IS NULL),
  CHECK ((amount IS NULL) = (currency_code IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE extras (
  group_id TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  extra_id TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  -- JSON: [[string]].
  details TEXT NOT NULL CHECK (json_valid(details)),
  -- JSON: [{"url","alt"}].
  images TEXT NOT NULL CHECK (json_valid(images)),
  price INTEGER NOT NULL CHECK (price >= 0),
  charge_mode TEXT NOT NULL CHECK (charge_mode IN ('SingleCharge', 'PerRoom', 'PerPerson', 'PerAdult', 'PerChild')),
  -- 1: charged for every night unless the booking names the days.
  daily INTEGER NOT NULL CHECK (daily IN (0, 1)),
  charge_prepayment INTEGER NOT NULL CHECK (charge_prepayment IN (0, 1)),
  sale_code TEXT NOT NULL,
  PRIMARY KEY (group_id, hotel_id, extra_id),
  FOREIGN KEY (group_id, hotel_id) REFERENCES hotels (group_id, hotel_id) ON DELETE CASCADE,
  FOREIGN KEY (group_id, sale_code) REFERENCES sale_codes (group_id, sale_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  -- Lower case.
  email TEXT NOT NULL,
  -- Stands for the user in tokens, reservations and KV, where no e-mail address may. Never given out again.
  user_id TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(8)))),
  password_hash TEXT NOT NULL,
  firstname TEXT NOT NULL DEFAULT '',
  lastname TEXT NOT NULL DEFAULT '',
  company_name TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  address1 TEXT NOT NULL DEFAULT '',
  address2 TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '',
  postcode TEXT NOT NULL DEFAULT '',
  country TEXT NOT NULL DEFAULT '',
  mail_list INTEGER NOT NULL DEFAULT 0 CHECK (mail_list IN (0, 1)),
  -- 1: by a group's file, which may take them back; 0: by hand.
  declared INTEGER NOT NULL DEFAULT 0 CHECK (declared IN (0, 1)),
  PRIMARY KEY (group_id, email)
) STRICT, WITHOUT ROWID;

CREATE TABLE operators (
  -- A hotel's id (the operator sees that hotel) or a group's (all its hotels).
  site_id TEXT NOT NULL REFERENCES sites (site_id),
  operator_code TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  -- JSON: [scope].
  scopes TEXT NOT NULL DEFAULT '["export"]' CHECK (json_valid(scopes)),
  -- As of users.
  declared INTEGER NOT NULL DEFAULT 0 CHECK (declared IN (0, 1)),
  PRIMARY KEY (site_id, operator_code)
) STRICT, WITHOUT ROWID;

-- API keys and sessions of users and operators. The token itself is never stored.
CREATE TABLE tokens (
  -- Lower-case hex SHA-256 of the token.
  token_sha256 TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('key', 'user', 'operator', 'guest')),
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  -- Names the token to people (admin list, revoke); not a secret.
  token_id TEXT NOT NULL UNIQUE,
  -- key: client; user: user_id; operator: operator code; guest: the one reservation it shows on the booking page.
  subject TEXT NOT NULL,
  -- Null: all hotels of the group; otherwise this one alone.
  hotel_id TEXT,
  -- JSON: [scope]. An operator's session for the XML interface has ["export"] and nothing else, one for JSON never has it.
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  -- key: what it is for, in words.
  label TEXT NOT NULL DEFAULT '',
  created_ms INTEGER NOT NULL,
  -- Null for keys that do not end by themselves.
  expires_ms INTEGER,
  revoked_ms INTEGER,
  -- key: the day (UTC) it was last seen, null where it never was.
  last_used_day INTEGER
) STRICT, WITHOUT ROWID;

-- Random values of this database alone, made with it.
CREATE TABLE secrets (
  -- log: the key of the hashes that stand for accounts and addresses in the log and in KV.
  name TEXT PRIMARY KEY,
  -- Lower-case hex.
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO secrets (name, value) VALUES ('log', lower(hex(randomblob(32))));

-- Failed log-ins, of accounts that exist and of others alike.
CREATE TABLE log_in_failures (
  -- SHA-256 of the account as typed.
  account_sha256 TEXT NOT NULL,
  -- Ten minutes each, since 1970-01-01 UTC.
  slice INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  PRIMARY KEY (account_sha256, slice)
) STRICT, WITHOUT ROWID;

CREATE INDEX log_in_failures_by_slice ON log_in_failures (slice);

CREATE INDEX tokens_by_group ON tokens (group_id, kind);
CREATE INDEX tokens_by_expiry ON tokens (expires_ms) WHERE expires_ms IS NOT NULL;

-- Prices that were sold or posted are in the currency they were made in.
CREATE TRIGGER hotels_currency_in_use BEFORE UPDATE OF currency_code ON hotels WHEN NEW.currency_code <> OLD.currency_code AND (EXISTS (SELECT 1 FROM booking_versions WHERE group_id = OLD.group_id AND hotel_id = OLD.hotel_id) OR EXISTS (SELECT 1 FROM ledger_lines WHERE group_id = OLD.group_id AND site_id = OLD.hotel_id)) BEGIN SELECT RAISE(ABORT, 'currency_in_use'); END;

-- What of a reservation never changes.
CREATE TABLE reservations (
  -- 128 random bits: knowing one reservation tells nothing of another.
  reservation_id TEXT PRIMARY KEY,
  group_id TEXT NOT NULL,
  -- Short, for people.
  reference TEXT NOT NULL,
  -- The client or user it belongs to.
  caller TEXT NOT NULL,
  -- Of its event reservation.created: the order of lists, which is that of the commits.
  sequence INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  UNIQUE (group_id, reference)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX reservations_in_order ON reservations (group_id, sequence);
CREATE INDEX reservations_by_caller ON reservations (group_id, caller, sequence);

-- Every change of a reservation makes its next version. The primary key refuses a change that was planned from an older one.
CREATE TABLE reservation_versions (
  reservation_id TEXT NOT NULL REFERENCES reservations (reservation_id),
  -- From 1.
  version INTEGER NOT NULL CHECK (version > 0),
  group_id TEXT NOT NULL,
  -- Random: by this a change finds out whether it was stored where D1's answer was lost.
  change_id TEXT NOT NULL,
  -- Who made it, as reservations.caller.
  caller TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  -- Why it was cancelled, in the caller's words; blanked when the guest is erased.
  reason TEXT NOT NULL DEFAULT '',
  -- JSON: billing details; blanked when the guest is erased.
  billing TEXT NOT NULL CHECK (json_valid(billing)),
  PRIMARY KEY (reservation_id, version)
) STRICT, WITHOUT ROWID;

-- One room for one stay: what of it never changes.
CREATE TABLE bookings (
  booking_id TEXT PRIMARY KEY,
  reservation_id TEXT NOT NULL REFERENCES reservations (reservation_id),
  -- From 0, the index in the request.
  position INTEGER NOT NULL,
  group_id TEXT NOT NULL,
  reference TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  UNIQUE (reservation_id, position)
) STRICT, WITHOUT ROWID;

-- What a version of the reservation wrote of a booking; its present state is the newest.
CREATE TABLE booking_versions (
  booking_id TEXT NOT NULL REFERENCES bookings (booking_id),
  version INTEGER NOT NULL,
  reservation_id TEXT NOT NULL,
  group_id TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'in_house', 'checked_out', 'cancelled', 'no_show')),
  room_id TEXT NOT NULL,
  rate_id TEXT NOT NULL,
  check_in INTEGER NOT NULL,
  check_out INTEGER NOT NULL CHECK (check_out > check_in),
  -- Nights kept, and those sold now as the count of their stock rows: a night that is not for sale cannot be booked.
  stock_nights INTEGER NOT NULL,
  adults INTEGER NOT NULL,
  children INTEGER NOT NULL,
  promo_code TEXT NOT NULL,
  bed_configuration TEXT NOT NULL,
  -- JSON: {"title","firstname","lastname"}; blanked when the guest is erased.
  guest TEXT NOT NULL CHECK (json_valid(guest)),
  -- JSON: [price of each night].
  nights TEXT NOT NULL CHECK (json_array_length(nights) = check_out - check_in),
  -- JSON: [BookedExtra] (src/reservations/rules/reservation.ts).
  extras TEXT NOT NULL CHECK (json_valid(extras)),
  -- JSON: BookingTerms (the same): the cancellation policy as instants and amounts, and how the room is taxed.
  terms TEXT NOT NULL CHECK (json_valid(terms)),
  room_price INTEGER NOT NULL,
  extras_price INTEGER NOT NULL,
  total_price INTEGER NOT NULL,
  prepayment_due INTEGER NOT NULL,
  -- Charged when it was cancelled or nobody came; otherwise null.
  fee INTEGER CHECK (fee >= 0),
  -- The versions the prices were computed from. Written as look-ups of the current ones: NOT NULL refuses a stale price.
  calendar_version INTEGER NOT NULL,
  terms_version INTEGER NOT NULL,
  -- How many documents its account had when the change was planned. Written as a look-up: NOT NULL refuses an older account.
  documents INTEGER NOT NULL,
  PRIMARY KEY (booking_id, version),
  FOREIGN KEY (reservation_id, version) REFERENCES reservation_versions (reservation_id, version),
  CONSTRAINT bookings_every_night_for_sale CHECK (stock_nights = check_out - check_in),
  CHECK (total_price = room_price + extras_price),
  CHECK ((fee IS NOT NULL) = (status IN ('cancelled', 'no_show')))
) STRICT, WITHOUT ROWID;

CREATE INDEX booking_versions_by_arrival ON booking_versions (group_id, hotel_id, check_in);

-- The documents that changes of a booking posted. Its account in the ledger may hold others of the same reference.
CREATE TABLE booking_documents (
  booking_id TEXT NOT NULL REFERENCES bookings (booking_id),
  modified_key INTEGER NOT NULL,
  group_id TEXT NOT NULL,
  -- The version that posted it.
  version INTEGER NOT NULL,
  PRIMARY KEY (booking_id, modified_key),
  FOREIGN KEY (group_id, modified_key) REFERENCES ledger_documents (group_id, modified_key)
) STRICT, WITHOUT ROWID;

-- What a client took of a hotel within an hour of the clock: units times nights, less what it gave back.
CREATE TABLE holds (
  group_id TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  caller TEXT NOT NULL,
  -- Hours since 1970-01-01 UTC.
  hour INTEGER NOT NULL,
  -- Written as NULL beyond the hotel's limit, which refuses.
  unit_nights INTEGER NOT NULL,
  PRIMARY KEY (group_id, hotel_id, caller, hour)
) STRICT, WITHOUT ROWID;

CREATE INDEX holds_by_hour ON holds (hour);

-- Versions are what replays and accounts are read from. Only the personal parts may be blanked.
CREATE TRIGGER reservations_not_updated BEFORE UPDATE ON reservations BEGIN SELECT RAISE(ABORT, 'reservations_are_append_only'); END;

CREATE TRIGGER reservation_versions_not_updated BEFORE UPDATE OF reservation_id, version, group_id, change_id, caller, at_ms ON reservation_versions BEGIN SELECT RAISE(ABORT, 'reservations_are_append_only'); END;

CREATE TRIGGER bookings_not_updated BEFORE UPDATE ON bookings BEGIN SELECT RAISE(ABORT, 'reservations_are_append_only'); END;

CREATE TRIGGER booking_versions_not_updated BEFORE UPDATE OF booking_id, version, reservation_id, group_id, hotel_id, status, room_id, rate_id, check_in, check_out, stock_nights, adults, children, promo_code, bed_configuration, nights, extras, terms, room_price, extras_price, total_price, prepayment_due, fee, calendar_version, terms_version, documents ON booking_versions BEGIN SELECT RAISE(ABORT, 'reservations_are_append_only'); END;

CREATE TRIGGER booking_documents_not_updated BEFORE UPDATE ON booking_documents BEGIN SELECT RAISE(ABORT, 'reservations_are_append_only'); END;

-- What a POST was answered, for whoever sends it again.
CREATE TABLE idempotency_keys (
  group_id TEXT NOT NULL,
  caller TEXT NOT NULL,
  -- Method and path: "POST /reservations/demo".
  operation TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  body_sha256 TEXT NOT NULL,
  -- JSON: what identifies the answer, such as the version a change made. No personal data.
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  created_ms INTEGER NOT NULL,
  CONSTRAINT idempotency_key_once PRIMARY KEY (group_id, caller, operation, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_ms);

-- The ledger: documents (one ModifiedKey each) of one or more lines. Append-only.
CREATE TABLE ledger_documents (
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  -- From 1; the wire's int ends at 2^31 - 1.
  modified_key INTEGER NOT NULL CHECK (modified_key BETWEEN 1 AND 2147483647),
  modified_ms INTEGER NOT NULL,
  line_count INTEGER NOT NULL CHECK (line_count > 0),
  -- What it is for, the same on all of its lines (the site: of its first line).
  site_id TEXT NOT NULL,
  transaction_type TEXT NOT NULL,
  transaction_reference TEXT NOT NULL,
  unique_reference_number TEXT NOT NULL,
  -- Of an Invoice, or a CreditNote that names one: its number at the site, from 1, gapless. Null: numbered otherwise, or by a file.
  number INTEGER,
  PRIMARY KEY (group_id, modified_key),
  CHECK (number IS NULL OR (transaction_type IN ('Invoice', 'CreditNote') AND unique_reference_number = site_id || iif(transaction_type = 'Invoice', '-I-', '-C-') || printf('%06d', number)))
) STRICT, WITHOUT ROWID;

CREATE INDEX ledger_documents_by_account ON ledger_documents (group_id, transaction_reference, modified_key);
-- Proformas are most of all documents, are not taken back in parts, and are met everywhere when they are looked for.
CREATE INDEX ledger_documents_by_type ON ledger_documents (group_id, transaction_type, modified_key) WHERE transaction_type <> 'Proforma';
CREATE INDEX ledger_documents_by_reference ON ledger_documents (group_id, unique_reference_number) WHERE transaction_type IN ('Invoice', 'Payment');
CREATE UNIQUE INDEX ledger_documents_by_number ON ledger_documents (site_id, transaction_type, number) WHERE number IS NOT NULL;

-- Clustered in export order, every field of the wire in one row: an export reads pages of neighbours and joins nothing.
CREATE TABLE ledger_lines (
  group_id TEXT NOT NULL,
  modified_ms INTEGER NOT NULL,
  modified_key INTEGER NOT NULL,
  -- From 1 within the document.
  line INTEGER NOT NULL CHECK (line > 0),
  site_id TEXT NOT NULL REFERENCES sites (site_id),
  transaction_type TEXT NOT NULL CHECK (transaction_type IN ('Payment', 'Invoice', 'CreditNote', 'Proforma')),
  account_number TEXT NOT NULL,
  account_type INTEGER NOT NULL,
  transaction_reference TEXT NOT NULL,
  unique_reference_number TEXT NOT NULL,
  -- Null: does not apply, left out of the export. Of a CreditNote or a refund: the unique reference of what it takes back.
  second_reference TEXT,
  description TEXT NOT NULL,
  due_ms INTEGER NOT NULL,
  for_ms INTEGER NOT NULL,
  transaction_ms INTEGER NOT NULL,
  gross INTEGER NOT NULL,
  nett INTEGER NOT NULL,
  tax INTEGER NOT NULL,
  nominal_code TEXT NOT NULL,
  sale_code TEXT NOT NULL,
  pay_code TEXT NOT NULL,
  tax_code TEXT NOT NULL,
  period_id INTEGER NOT NULL,
  period_from_ms INTEGER NOT NULL,
  period_to_ms INTEGER NOT NULL,
  PRIMARY KEY (group_id, modified_ms, modified_key, line),
  FOREIGN KEY (group_id, modified_key) REFERENCES ledger_documents (group_id, modified_key),
  CONSTRAINT ledger_line_adds_up CHECK (gross = nett + tax),
  -- A refund is a Payment whose values are negative; all else is positive.
  CONSTRAINT ledger_line_has_a_side CHECK ((gross > 0 AND nett >= 0 AND tax >= 0) OR (transaction_type = 'Payment' AND gross < 0 AND nett <= 0 AND tax <= 0))
) STRICT, WITHOUT ROWID;

CREATE INDEX ledger_lines_by_site ON ledger_lines (group_id, site_id, modified_ms, modified_key, line);
CREATE INDEX ledger_lines_by_period ON ledger_lines (group_id, site_id, period_id, modified_ms, modified_key, line) WHERE period_id <> 0;
CREATE INDEX ledger_lines_taking_back ON ledger_lines (group_id, second_reference, sale_code, gross) WHERE second_reference IS NOT NULL AND (transaction_type = 'CreditNote' OR gross < 0);

-- Running sums of every period, kept by a trigger: a list of periods reads no lines.
CREATE TABLE ledger_period_sums (
  group_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  period_id INTEGER NOT NULL,
  transaction_type TEXT NOT NULL,
  tax_code TEXT NOT NULL,
  period_from_ms INTEGER NOT NULL,
  period_to_ms INTEGER NOT NULL,
  -- Documents whose first line in the period this row counts.
  documents INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  gross INTEGER NOT NULL,
  nett INTEGER NOT NULL,
  tax INTEGER NOT NULL,
  PRIMARY KEY (group_id, site_id, period_id, transaction_type, tax_code)
) STRICT, WITHOUT ROWID;

-- Periods that take no more lines: closed for ever, or, the last one of a site, being closed.
CREATE TABLE ledger_periods (
  group_id TEXT NOT NULL,
  site_id TEXT NOT NULL REFERENCES sites (site_id),
  -- From 1, in the order of the calendar, without a gap.
  number INTEGER NOT NULL CHECK (number > 0),
  -- YYYYMMDD or YYYYMM.
  period_id INTEGER NOT NULL,
  -- As its lines say: the hotel's own calendar.
  period_from_ms INTEGER NOT NULL,
  period_to_ms INTEGER NOT NULL,
  -- The group's newest document when the period took its last line.
  through_key INTEGER NOT NULL,
  -- How far its hash has come: the last line (ModifiedDate, ModifiedKey, line) and the state of the hash behind it.
  hashed_ms INTEGER,
  hashed_key INTEGER,
  hashed_line INTEGER,
  hash_state TEXT,
  -- Null while it is being closed.
  closed_ms INTEGER,
  -- JSON: sums and tax totals as the statement says them.
  totals TEXT CHECK (json_valid(totals)),
  previous_hash TEXT NOT NULL,
  hash TEXT,
  PRIMARY KEY (group_id, site_id, number),
  CHECK ((closed_ms IS NULL) = (hash IS NULL) AND (closed_ms IS NULL) = (totals IS NULL))
) STRICT, WITHOUT ROWID;

-- Scratch of commands that reach the deployed D1: values too long for one statement's text, in parts. Empty between commands.
CREATE TABLE statement_parts (
  value_number INTEGER NOT NULL,
  position INTEGER NOT NULL,
  part TEXT NOT NULL,
  PRIMARY KEY (value_number, position)
) STRICT, WITHOUT ROWID;

-- Premises of a batch: inserting into these views writes nothing, and is refused where what was read no longer holds.
CREATE VIEW account_premises AS SELECT group_id, transaction_reference, 0 AS documents FROM ledger_documents WHERE false;

CREATE VIEW booking_premises AS SELECT booking_id, status FROM booking_versions WHERE false;

CREATE TRIGGER account_changed INSTEAD OF INSERT ON account_premises WHEN NEW.documents <> (SELECT count(*) FROM ledger_documents WHERE group_id = NEW.group_id AND transaction_reference = NEW.transaction_reference AND modified_key <= coalesce((SELECT visible_key FROM ledger_loads WHERE group_id = NEW.group_id), 2147483647)) BEGIN SELECT RAISE(ABORT, 'ledger_account_changed'); END;

CREATE TRIGGER booking_changed INSTEAD OF INSERT ON booking_premises WHEN NEW.status <> (SELECT status FROM booking_versions WHERE booking_id = NEW.booking_id ORDER BY version DESC LIMIT 1) BEGIN SELECT RAISE(ABORT, 'booking_changed'); END;

-- A file of transactions is loaded once.
CREATE TABLE ledger_imports (
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  file_sha256 TEXT NOT NULL,
  imported_ms INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  CONSTRAINT ledger_import_once PRIMARY KEY (group_id, file_sha256)
) STRICT, WITHOUT ROWID;

-- History that is being loaded, or whose loading was stopped: its documents are in the ledger, and nobody sees them yet.
CREATE TABLE ledger_loads (
  group_id TEXT NOT NULL PRIMARY KEY REFERENCES groups (group_id),
  -- Random: the command that loads. Another one takes over by writing its own.
  run TEXT NOT NULL,
  -- As ledger_imports will have it.
  file_sha256 TEXT NOT NULL,
  -- The group's newest document before, and its date: those behind it are not seen.
  visible_key INTEGER NOT NULL,
  visible_ms INTEGER NOT NULL,
  started_ms INTEGER NOT NULL,
  -- 1 within a transaction of the load, and so never for anybody else.
  open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1))
) STRICT, WITHOUT ROWID;

-- What its lines add to ledger_period_sums when they come to be seen.
CREATE TABLE ledger_load_sums (
  group_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  period_id INTEGER NOT NULL,
  transaction_type TEXT NOT NULL,
  tax_code TEXT NOT NULL,
  period_from_ms INTEGER NOT NULL,
  period_to_ms INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  gross INTEGER NOT NULL,
  nett INTEGER NOT NULL,
  tax INTEGER NOT NULL,
  PRIMARY KEY (group_id, site_id, period_id, transaction_type, tax_code)
) STRICT, WITHOUT ROWID;

-- Keys rise by one, dates never fall.
CREATE TRIGGER ledger_documents_in_order BEFORE INSERT ON ledger_documents WHEN NEW.modified_key <> coalesce((SELECT max(modified_key) FROM ledger_documents WHERE group_id = NEW.group_id), 0) + 1 OR NEW.modified_ms < coalesce((SELECT modified_ms FROM ledger_documents WHERE group_id = NEW.group_id ORDER BY modified_key DESC LIMIT 1), NEW.modified_ms) BEGIN SELECT RAISE(ABORT, 'ledger_documents_in_order'); END;

-- Numbers of a site's Invoices, and of CreditNotes that name one, rise by one.
CREATE TRIGGER ledger_numbers_in_order BEFORE INSERT ON ledger_documents WHEN NEW.number IS NOT NULL AND NEW.number <> coalesce((SELECT max(number) FROM ledger_documents WHERE site_id = NEW.site_id AND transaction_type = NEW.transaction_type AND number IS NOT NULL), 0) + 1 BEGIN SELECT RAISE(ABORT, 'ledger_numbers_in_order'); END;

-- A line belongs to a document and a site of its group, carries what its document is, and there are no more lines than announced.
CREATE TRIGGER ledger_lines_of_document BEFORE INSERT ON ledger_lines WHEN NOT EXISTS (SELECT 1 FROM ledger_documents WHERE group_id = NEW.group_id AND modified_key = NEW.modified_key AND modified_ms = NEW.modified_ms AND NEW.line <= line_count AND transaction_type = NEW.transaction_type AND transaction_reference = NEW.transaction_reference AND unique_reference_number = NEW.unique_reference_number AND (NEW.line > 1 OR site_id = NEW.site_id)) OR NOT EXISTS (SELECT 1 FROM sites WHERE site_id = NEW.site_id AND group_id = NEW.group_id) BEGIN SELECT RAISE(ABORT, 'ledger_lines_of_document'); END;

-- CreditNotes never take back more than the Invoice they name holds under a sale code, refunds never more than their Payment.
CREATE TRIGGER ledger_exceeds_invoice BEFORE INSERT ON ledger_lines WHEN NEW.transaction_type = 'CreditNote' AND NEW.second_reference IS NOT NULL AND EXISTS (SELECT 1 FROM ledger_documents i INDEXED BY ledger_documents_by_reference WHERE i.group_id = NEW.group_id AND i.unique_reference_number = NEW.second_reference AND i.transaction_type IN ('Invoice', 'Payment') AND i.transaction_type = 'Invoice' AND i.site_id = NEW.site_id) AND NEW.gross + coalesce((SELECT sum(c.gross) FROM ledger_lines c INDEXED BY ledger_lines_taking_back WHERE c.group_id = NEW.group_id AND c.second_reference = NEW.second_reference AND c.sale_code = NEW.sale_code AND c.second_reference IS NOT NULL AND (c.transaction_type = 'CreditNote' OR c.gross < 0) AND c.transaction_type = 'CreditNote' AND c.site_id = NEW.site_id), 0) > coalesce((SELECT sum(l.gross) FROM ledger_documents i INDEXED BY ledger_documents_by_reference CROSS JOIN ledger_lines l ON l.group_id = i.group_id AND l.modified_ms = i.modified_ms AND l.modified_key = i.modified_key WHERE i.group_id = NEW.group_id AND i.unique_reference_number = NEW.second_reference AND i.transaction_type IN ('Invoice', 'Payment') AND i.transaction_type = 'Invoice' AND i.site_id = NEW.site_id AND l.sale_code = NEW.sale_code), 0) BEGIN SELECT RAISE(ABORT, 'ledger_exceeds_invoice'); END;

CREATE TRIGGER ledger_exceeds_payment BEFORE INSERT ON ledger_lines WHEN NEW.gross < 0 AND NEW.second_reference IS NOT NULL AND EXISTS (SELECT 1 FROM ledger_documents p INDEXED BY ledger_documents_by_reference WHERE p.group_id = NEW.group_id AND p.unique_reference_number = NEW.second_reference AND p.transaction_type IN ('Invoice', 'Payment') AND p.transaction_type = 'Payment' AND p.site_id = NEW.site_id) AND NEW.gross + coalesce((SELECT sum(r.gross) FROM ledger_lines r INDEXED BY ledger_lines_taking_back WHERE r.group_id = NEW.group_id AND r.second_reference = NEW.second_reference AND r.second_reference IS NOT NULL AND (r.transaction_type = 'CreditNote' OR r.gross < 0) AND r.gross < 0 AND r.site_id = NEW.site_id), 0) + coalesce((SELECT sum(l.gross) FROM ledger_documents p INDEXED BY ledger_documents_by_reference CROSS JOIN ledger_lines l ON l.group_id = p.group_id AND l.modified_ms = p.modified_ms AND l.modified_key = p.modified_key WHERE p.group_id = NEW.group_id AND p.unique_reference_number = NEW.second_reference AND p.transaction_type IN ('Invoice', 'Payment') AND p.transaction_type = 'Payment' AND p.site_id = NEW.site_id), 0) < 0 BEGIN SELECT RAISE(ABORT, 'ledger_exceeds_payment'); END;

-- What is closed takes no line, nor does anything before it; where a hotel keeps periods, invoices and payments have one of them.
CREATE TRIGGER ledger_period_closed BEFORE INSERT ON ledger_lines WHEN NEW.period_id <> 0 AND NEW.period_from_ms <= (SELECT period_to_ms FROM ledger_periods WHERE group_id = NEW.group_id AND site_id = NEW.site_id ORDER BY number DESC LIMIT 1) AND NOT EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND state = 'copying') BEGIN SELECT RAISE(ABORT, 'ledger_period_closed'); END;

CREATE TRIGGER ledger_period_missing BEFORE INSERT ON ledger_lines WHEN NEW.period_id = 0 AND NEW.transaction_type IN ('Invoice', 'Payment') AND EXISTS (SELECT 1 FROM hotels WHERE group_id = NEW.group_id AND hotel_id = NEW.site_id AND periods IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND state = 'copying') BEGIN SELECT RAISE(ABORT, 'ledger_period_missing'); END;

CREATE TRIGGER ledger_period_unknown BEFORE INSERT ON ledger_lines WHEN NEW.period_id <> 0 AND EXISTS (SELECT 1 FROM hotels WHERE group_id = NEW.group_id AND hotel_id = NEW.site_id AND periods IS NOT NULL AND (NEW.period_from_ms <> unixepoch(NEW.period_from_ms / 1000, 'unixepoch', iif(periods = 'month', 'start of month', 'start of day')) * 1000 OR NEW.period_to_ms <> unixepoch(NEW.period_from_ms / 1000, 'unixepoch', iif(periods = 'month', '+1 month', '+1 day')) * 1000 - 1000 OR NEW.period_id <> CAST(strftime(iif(periods = 'month', '%Y%m', '%Y%m%d'), NEW.period_from_ms / 1000, 'unixepoch') AS INTEGER))) AND NOT EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND state = 'copying') BEGIN SELECT RAISE(ABORT, 'ledger_period_unknown'); END;

CREATE TRIGGER ledger_period_summed AFTER INSERT ON ledger_lines WHEN NEW.period_id <> 0 AND NOT EXISTS (SELECT 1 FROM ledger_loads WHERE group_id = NEW.group_id) BEGIN INSERT INTO ledger_period_sums VALUES (NEW.group_id, NEW.site_id, NEW.period_id, NEW.transaction_type, NEW.tax_code, NEW.period_from_ms, NEW.period_to_ms, NOT EXISTS (SELECT 1 FROM ledger_lines WHERE group_id = NEW.group_id AND modified_ms = NEW.modified_ms AND modified_key = NEW.modified_key AND line < NEW.line AND site_id = NEW.site_id AND period_id = NEW.period_id), 1, NEW.gross, NEW.nett, NEW.tax) ON CONFLICT DO UPDATE SET documents = documents + excluded.documents, lines = lines + 1, gross = gross + excluded.gross, nett = nett + excluded.nett, tax = tax + excluded.tax; END;

CREATE TRIGGER ledger_load_summed AFTER INSERT ON ledger_lines WHEN NEW.period_id <> 0 AND EXISTS (SELECT 1 FROM ledger_loads WHERE group_id = NEW.group_id) BEGIN INSERT INTO ledger_load_sums VALUES (NEW.group_id, NEW.site_id, NEW.period_id, NEW.transaction_type, NEW.tax_code, NEW.period_from_ms, NEW.period_to_ms, NOT EXISTS (SELECT 1 FROM ledger_lines WHERE group_id = NEW.group_id AND modified_ms = NEW.modified_ms AND modified_key = NEW.modified_key AND line < NEW.line AND site_id = NEW.site_id AND period_id = NEW.period_id), 1, NEW.gross, NEW.nett, NEW.tax) ON CONFLICT DO UPDATE SET documents = documents + excluded.documents, lines = lines + 1, gross = gross + excluded.gross, nett = nett + excluded.nett, tax = tax + excluded.tax; END;

-- While history is loaded nobody else posts to the ledger: its keys rise in the order of commits, and nothing comes in between.
CREATE TRIGGER ledger_loading BEFORE INSERT ON ledger_documents WHEN EXISTS (SELECT 1 FROM ledger_loads WHERE group_id = NEW.group_id AND open = 0) BEGIN SELECT RAISE(ABORT, 'ledger_loading'); END;

-- Lines that are not seen yet may be of the period.
CREATE TRIGGER ledger_periods_loading BEFORE INSERT ON ledger_periods WHEN EXISTS (SELECT 1 FROM ledger_loads WHERE group_id = NEW.group_id) BEGIN SELECT RAISE(ABORT, 'ledger_loading'); END;

CREATE TRIGGER hotels_periods_loading BEFORE UPDATE OF periods ON hotels WHEN OLD.periods IS NOT NEW.periods AND EXISTS (SELECT 1 FROM ledger_loads WHERE group_id = NEW.group_id) BEGIN SELECT RAISE(ABORT, 'ledger_loading'); END;

-- A move compares what it has copied only once: nothing is taken back under it.
CREATE TRIGGER ledger_loads_fenced BEFORE INSERT ON ledger_loads WHEN EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND state <> 'here') BEGIN SELECT RAISE(ABORT, 'group_moving'); END;

-- Periods close one after the other, from the first that has lines, each only when the one before it is closed.
CREATE TRIGGER ledger_periods_in_order BEFORE INSERT ON ledger_periods WHEN (NEW.number <> coalesce((SELECT max(number) FROM ledger_periods WHERE group_id = NEW.group_id AND site_id = NEW.site_id), 0) + 1 OR EXISTS (SELECT 1 FROM ledger_periods WHERE group_id = NEW.group_id AND site_id = NEW.site_id AND number = NEW.number - 1 AND (hash IS NOT NEW.previous_hash OR period_to_ms + 1000 <> NEW.period_from_ms)) OR EXISTS (SELECT 1 FROM ledger_period_sums WHERE group_id = NEW.group_id AND site_id = NEW.site_id AND NEW.number = 1 AND period_to_ms < NEW.period_from_ms)) AND NOT EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND state = 'copying') BEGIN SELECT RAISE(ABORT, 'ledger_periods_in_order'); END;

CREATE TRIGGER ledger_periods_not_changed BEFORE UPDATE ON ledger_periods WHEN OLD.hash IS NOT NULL OR NEW.group_id <> OLD.group_id OR NEW.site_id <> OLD.site_id OR NEW.number <> OLD.number OR NEW.period_id <> OLD.period_id OR NEW.period_from_ms <> OLD.period_from_ms OR NEW.period_to_ms <> OLD.period_to_ms OR NEW.through_key <> OLD.through_key OR NEW.previous_hash <> OLD.previous_hash BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

CREATE TRIGGER ledger_periods_not_deleted BEFORE DELETE ON ledger_periods WHEN NOT EXISTS (SELECT 1 FROM fences WHERE group_id = OLD.group_id AND state IN ('left', 'copying')) BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

CREATE TRIGGER ledger_period_sums_not_deleted BEFORE DELETE ON ledger_period_sums WHEN NOT EXISTS (SELECT 1 FROM fences WHERE group_id = OLD.group_id AND state IN ('left', 'copying')) BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

-- A hotel that has lines in periods keeps their calendar: months and days would overlap. Lines of a file may have brought it.
CREATE TRIGGER hotels_periods_in_use BEFORE UPDATE OF periods ON hotels WHEN OLD.periods IS NOT NEW.periods AND EXISTS (SELECT 1 FROM ledger_period_sums WHERE group_id = OLD.group_id AND site_id = OLD.hotel_id AND (NEW.periods IS NULL OR (period_from_ms <> unixepoch(period_from_ms / 1000, 'unixepoch', iif(NEW.periods = 'month', 'start of month', 'start of day')) * 1000 OR period_to_ms <> unixepoch(period_from_ms / 1000, 'unixepoch', iif(NEW.periods = 'month', '+1 month', '+1 day')) * 1000 - 1000 OR period_id <> CAST(strftime(iif(NEW.periods = 'month', '%Y%m', '%Y%m%d'), period_from_ms / 1000, 'unixepoch') AS INTEGER)))) AND NOT EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND state = 'copying') BEGIN SELECT RAISE(ABORT, 'hotels_periods_in_use'); END;

-- INSERT OR REPLACE would delete the line it replaces without asking the delete triggers (recursive_triggers is off).
CREATE TRIGGER ledger_lines_not_replaced BEFORE INSERT ON ledger_lines WHEN EXISTS (SELECT 1 FROM ledger_lines WHERE group_id = NEW.group_id AND modified_ms = NEW.modified_ms AND modified_key = NEW.modified_key AND line = NEW.line) BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

CREATE TRIGGER ledger_documents_not_updated BEFORE UPDATE ON ledger_documents BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

CREATE TRIGGER ledger_documents_not_deleted BEFORE DELETE ON ledger_documents WHEN NOT EXISTS (SELECT 1 FROM fences WHERE group_id = OLD.group_id AND state IN ('left', 'copying')) AND NOT EXISTS (SELECT 1 FROM ledger_loads WHERE group_id = OLD.group_id AND open = 1 AND visible_key < OLD.modified_key) BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

CREATE TRIGGER ledger_lines_not_updated BEFORE UPDATE ON ledger_lines BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

CREATE TRIGGER ledger_lines_not_deleted BEFORE DELETE ON ledger_lines WHEN NOT EXISTS (SELECT 1 FROM fences WHERE group_id = OLD.group_id AND state IN ('left', 'copying')) AND NOT EXISTS (SELECT 1 FROM ledger_loads WHERE group_id = OLD.group_id AND open = 1 AND visible_key < OLD.modified_key) BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

-- A group that moves is not written to, by whoever does not ask either: the service's batches prove it for every table (src/host/fences.ts).
CREATE TRIGGER events_fenced BEFORE INSERT ON events WHEN EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND (state = 'left' OR (state = 'leaving' AND until_ms > unixepoch('subsec') * 1000))) BEGIN SELECT RAISE(ABORT, 'group_moving'); END;

CREATE TRIGGER tokens_fenced BEFORE INSERT ON tokens WHEN EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND (state = 'left' OR (state = 'leaving' AND until_ms > unixepoch('subsec') * 1000))) BEGIN SELECT RAISE(ABORT, 'group_moving'); END;

CREATE TRIGGER idempotency_keys_fenced BEFORE INSERT ON idempotency_keys WHEN EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND (state = 'left' OR (state = 'leaving' AND until_ms > unixepoch('subsec') * 1000))) BEGIN SELECT RAISE(ABORT, 'group_moving'); END;

CREATE TRIGGER ledger_documents_fenced BEFORE INSERT ON ledger_documents WHEN EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND (state = 'left' OR (state = 'leaving' AND until_ms > unixepoch('subsec') * 1000))) BEGIN SELECT RAISE(ABORT, 'group_moving'); END;

CREATE TRIGGER webhooks_fenced BEFORE INSERT ON webhooks WHEN EXISTS (SELECT 1 FROM fences WHERE group_id = NEW.group_id AND (state = 'left' OR (state = 'leaving' AND until_ms > unixepoch('subsec') * 1000))) BEGIN SELECT RAISE(ABORT, 'group_moving'); END;

-- Partners: how far a client has acknowledged what happened to reservations, hotel by hotel.
CREATE TABLE partner_cursors (
  group_id TEXT NOT NULL,
  -- A key's client.
  client TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  -- Of everything up to this event nothing is left to acknowledge.
  through_sequence INTEGER NOT NULL,
  PRIMARY KEY (group_id, client, hotel_id),
  FOREIGN KEY (group_id, hotel_id) REFERENCES hotels (group_id, hotel_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- A reservation, as far as it concerns a hotel, that a client was sent.
CREATE TABLE partner_deliveries (
  group_id TEXT NOT NULL,
  client TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  reservation_id TEXT NOT NULL,
  -- The reservation's, by which it is acknowledged.
  reference TEXT NOT NULL,
  -- Sequences of the newest event that was sent, and that was acknowledged; 0 for none.
  sent_sequence INTEGER NOT NULL,
  acknowledged_sequence INTEGER NOT NULL CHECK (acknowledged_sequence <= sent_sequence),
  PRIMARY KEY (group_id, client, hotel_id, reservation_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX partner_deliveries_by_reference ON partner_deliveries (group_id, client, reference);

-- What partners sent, and what came of it, for 14 days. No personal data.
CREATE TABLE partner_messages (
  group_id TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  message_id TEXT NOT NULL,
  client TEXT NOT NULL,
  -- 'OTA', or 'AlpineBits' and its version.
  protocol TEXT NOT NULL,
  message TEXT NOT NULL,
  -- The sender's own token for it, where it is one word.
  echo_token TEXT,
  accepted INTEGER NOT NULL CHECK (accepted IN (0, 1)),
  -- JSON: {"elements","rooms","from","to","nightsChanged","reservations","errors","warnings"}, each where it applies.
  detail TEXT NOT NULL CHECK (json_valid(detail)),
  PRIMARY KEY (group_id, hotel_id, at_ms, message_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX partner_messages_by_age ON partner_messages (at_ms);
