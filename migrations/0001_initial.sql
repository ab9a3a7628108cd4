-- Tabard's tables. Reasons and encodings: docs/storage.md.
-- Money: integer ten-thousandths. Nights: days since 1970-01-01. Instants: milliseconds since 1970-01-01 UTC.

-- Group ids and hotel ids are one set of names, each used once in an installation.
CREATE TABLE sites (
  site_id TEXT PRIMARY KEY,
  group_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('group', 'hotel'))
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
  -- Rises with every change to what a stay costs or who may book it; never with a sale.
  calendar_version INTEGER NOT NULL DEFAULT 1,
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

CREATE TRIGGER events_not_deleted BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events_are_append_only'); END;

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

CREATE INDEX calendar_months_by_sequence ON calendar_months (group_id, sequence);

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

-- Nights that cannot take the most rooms one request may ask for (9): all that availability must read live.
-- Only with units and sold, which free is made of, does the index answer alone, without the table.
CREATE INDEX stock_short ON stock (group_id, free, night, hotel_id, room_id, units, sold) WHERE free < 9;

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
  kind TEXT NOT NULL CHECK (kind IN ('key', 'user', 'operator')),
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  -- Names the token to people (admin list, revoke); not a secret.
  token_id TEXT NOT NULL UNIQUE,
  -- key: client; user: user_id; operator: operator code.
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

CREATE INDEX tokens_by_group ON tokens (group_id, kind);
CREATE INDEX tokens_by_expiry ON tokens (expires_ms) WHERE expires_ms IS NOT NULL;

CREATE TABLE reservations (
  -- 128 random bits: knowing one reservation tells nothing of another.
  reservation_id TEXT PRIMARY KEY,
  group_id TEXT NOT NULL,
  -- Short, for people.
  reference TEXT NOT NULL,
  -- The token_id or user that booked.
  caller TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('confirmed')),
  created_ms INTEGER NOT NULL,
  -- The version the prices were computed from. Written as a look-up of the current one, so a stale price cannot be booked.
  calendar_version INTEGER NOT NULL,
  title TEXT NOT NULL,
  firstname TEXT NOT NULL,
  lastname TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  address1 TEXT NOT NULL,
  address2 TEXT NOT NULL,
  city TEXT NOT NULL,
  postcode TEXT NOT NULL,
  country TEXT NOT NULL,
  mail_list INTEGER NOT NULL CHECK (mail_list IN (0, 1)),
  UNIQUE (group_id, reference)
) STRICT, WITHOUT ROWID;

CREATE TABLE bookings (
  booking_id TEXT PRIMARY KEY,
  reservation_id TEXT NOT NULL REFERENCES reservations (reservation_id),
  -- From 0, the index in the request.
  position INTEGER NOT NULL,
  group_id TEXT NOT NULL,
  reference TEXT NOT NULL,
  hotel_id TEXT NOT NULL,
  room_id TEXT NOT NULL,
  rate_id TEXT NOT NULL,
  check_in INTEGER NOT NULL,
  check_out INTEGER NOT NULL CHECK (check_out > check_in),
  -- Written as the count of the stay's stock rows, so a night that is not for sale cannot be booked.
  nights INTEGER NOT NULL,
  adults INTEGER NOT NULL,
  children INTEGER NOT NULL,
  promo_code TEXT NOT NULL,
  bed_configuration TEXT NOT NULL,
  guest_title TEXT NOT NULL,
  guest_firstname TEXT NOT NULL,
  guest_lastname TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  room_price INTEGER NOT NULL,
  extras_price INTEGER NOT NULL,
  total_price INTEGER NOT NULL,
  prepayment_due INTEGER NOT NULL,
  -- The Proforma this booking posted; null where it costs nothing, for a document of nothing cannot be.
  modified_key INTEGER,
  UNIQUE (reservation_id, position),
  FOREIGN KEY (group_id, modified_key) REFERENCES ledger_documents (group_id, modified_key),
  CONSTRAINT bookings_every_night_for_sale CHECK (nights = check_out - check_in),
  CHECK (total_price = room_price + extras_price)
) STRICT, WITHOUT ROWID;

CREATE INDEX bookings_by_room ON bookings (group_id, hotel_id, room_id, check_in);

CREATE TABLE booking_extras (
  booking_id TEXT NOT NULL REFERENCES bookings (booking_id),
  position INTEGER NOT NULL,
  extra_id TEXT NOT NULL,
  charge_mode TEXT NOT NULL,
  -- JSON: [date], empty where the booking named none.
  charge_days TEXT NOT NULL CHECK (json_valid(charge_days)),
  unit_price INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  total_price INTEGER NOT NULL CHECK (total_price = unit_price * quantity),
  PRIMARY KEY (booking_id, position)
) STRICT, WITHOUT ROWID;

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
  PRIMARY KEY (group_id, modified_key)
) STRICT, WITHOUT ROWID;

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
  -- Null: does not apply, left out of the export.
  second_reference TEXT,
  description TEXT NOT NULL,
  due_ms INTEGER NOT NULL,
  for_ms INTEGER NOT NULL,
  transaction_ms INTEGER NOT NULL,
  gross INTEGER NOT NULL CHECK (gross > 0),
  nett INTEGER NOT NULL CHECK (nett >= 0),
  tax INTEGER NOT NULL CHECK (tax >= 0),
  nominal_code TEXT NOT NULL,
  sale_code TEXT NOT NULL,
  pay_code TEXT NOT NULL,
  tax_code TEXT NOT NULL,
  period_id INTEGER NOT NULL,
  period_from_ms INTEGER NOT NULL,
  period_to_ms INTEGER NOT NULL,
  PRIMARY KEY (group_id, modified_ms, modified_key, line),
  FOREIGN KEY (group_id, modified_key) REFERENCES ledger_documents (group_id, modified_key),
  CONSTRAINT ledger_line_adds_up CHECK (gross = nett + tax)
) STRICT, WITHOUT ROWID;

CREATE INDEX ledger_lines_by_site ON ledger_lines (group_id, site_id, modified_ms, modified_key, line);

-- A file of transactions is loaded once.
CREATE TABLE ledger_imports (
  group_id TEXT NOT NULL REFERENCES groups (group_id),
  file_sha256 TEXT NOT NULL,
  imported_ms INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  CONSTRAINT ledger_import_once PRIMARY KEY (group_id, file_sha256)
) STRICT, WITHOUT ROWID;

-- Keys rise by one, dates never fall.
CREATE TRIGGER ledger_documents_in_order BEFORE INSERT ON ledger_documents WHEN NEW.modified_key <> coalesce((SELECT max(modified_key) FROM ledger_documents WHERE group_id = NEW.group_id), 0) + 1 OR NEW.modified_ms < coalesce((SELECT modified_ms FROM ledger_documents WHERE group_id = NEW.group_id ORDER BY modified_key DESC LIMIT 1), NEW.modified_ms) BEGIN SELECT RAISE(ABORT, 'ledger_documents_in_order'); END;

-- A line belongs to a document and a site of its group, carries the document's date, and there are no more lines than announced.
CREATE TRIGGER ledger_lines_of_document BEFORE INSERT ON ledger_lines WHEN NOT EXISTS (SELECT 1 FROM ledger_documents WHERE group_id = NEW.group_id AND modified_key = NEW.modified_key AND modified_ms = NEW.modified_ms AND NEW.line <= line_count) OR NOT EXISTS (SELECT 1 FROM sites WHERE site_id = NEW.site_id AND group_id = NEW.group_id) BEGIN SELECT RAISE(ABORT, 'ledger_lines_of_document'); END;

-- INSERT OR REPLACE would delete the line it replaces without asking the delete triggers (recursive_triggers is off).
CREATE TRIGGER ledger_lines_not_replaced BEFORE INSERT ON ledger_lines WHEN EXISTS (SELECT 1 FROM ledger_lines WHERE group_id = NEW.group_id AND modified_ms = NEW.modified_ms AND modified_key = NEW.modified_key AND line = NEW.line) BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

CREATE TRIGGER ledger_documents_not_updated BEFORE UPDATE ON ledger_documents BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

CREATE TRIGGER ledger_documents_not_deleted BEFORE DELETE ON ledger_documents BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

CREATE TRIGGER ledger_lines_not_updated BEFORE UPDATE ON ledger_lines BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;

CREATE TRIGGER ledger_lines_not_deleted BEFORE DELETE ON ledger_lines BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END;
