import type { RuleId } from '../rule.ts'
import type { Statement } from './statement.ts'

const section = 'Endpoints'

/** Method and path of each endpoint, the rules that see it work, and those about its scope. */
const table: readonly (readonly [
  string,
  readonly [RuleId, ...RuleId[]],
  readonly [string, RuleId, RuleId] | null,
])[] = [
  ['POST /v1/addresses/validate', ['ADDR-001', 'KEY-101'], ['addresses:read', 'SCOPE-001', 'SCOPE-101']],
  ['POST /v1/rates', ['RATE-001', 'KEY-102'], ['rates:read', 'SCOPE-002', 'SCOPE-102']],
  ['POST /v1/labels', ['LABEL-008', 'KEY-103'], ['labels:write', 'SCOPE-003', 'SCOPE-103']],
  ['GET /v1/labels/{id}', ['LABEL-010', 'KEY-104'], ['labels:read', 'SCOPE-004', 'SCOPE-104']],
  ['DELETE /v1/labels/{id}', ['VOID-001', 'KEY-105'], ['labels:write', 'SCOPE-005', 'SCOPE-105']],
  ['POST /v1/trackers', ['TRACK-001', 'KEY-106'], null],
  ['GET /v1/trackers/{id}', ['TRACK-002', 'KEY-107'], ['tracking:read', 'SCOPE-006', 'SCOPE-106']],
  ['GET /v1/carrier-accounts', ['CARR-001', 'KEY-108'], ['carrier-accounts:read', 'SCOPE-007', 'SCOPE-107']],
  ['POST /v1/batches', ['BATCH-001', 'KEY-109'], ['batches:write', 'SCOPE-008', 'SCOPE-108']],
  ['POST /v1/batches/{id}/buy', ['BATCH-010', 'KEY-110'], ['batches:write', 'SCOPE-009', 'SCOPE-109']],
  ['GET /v1/batches/{id}', ['BATCH-007', 'KEY-111'], ['batches:read', 'SCOPE-010', 'SCOPE-110']],
  ['GET /v1/wallet', ['WALLET-001', 'KEY-112'], ['wallet:read', 'SCOPE-011', 'SCOPE-111']],
  ['GET /v1/webhooks/deliveries', ['LOG-001', 'KEY-113'], null],
]

/** Endpoints and their rules. */
export const endpointStatements: readonly Statement[] = [
  ...table.flatMap(([endpoint, works, scope]): readonly Statement[] => [
    { section, statement: `There is ${endpoint}.`, rules: works },
    ...(scope === null
      ? []
      : [
          {
            section,
            statement: `${endpoint} needs ${scope[0]}.`,
            rules: [scope[1], scope[2]],
          } satisfies Statement,
        ]),
  ]),
  {
    section,
    statement: 'Every request needs a bearer key.',
    rules: ['KEY-001', 'KEY-112', 'KEY-007', 'KEY-008'],
  },
  { section, statement: 'Bodies are sent as application/json.', rules: ['CONV-002', 'RATE-001', 'VAL-114'] },
  {
    section,
    statement: 'Every response carries the headers about limits.',
    rules: ['HEAD-001', 'HEAD-002', 'HEAD-003', 'HEAD-007'],
  },
  { section, statement: 'Every response carries X-Request-Id.', rules: ['HEAD-004', 'HEAD-007'] },
  { section, statement: 'Validation takes one address object.', rules: ['ADDR-001'] },
  { section, statement: 'Validation answers with a result.', rules: ['ADDR-001'] },
  { section, statement: 'The result has the residential classification.', rules: ['ADDR-002', 'ADDR-003'] },
  { section, statement: 'An undeliverable address is 422 ADDRESS.VALIDATION.FAILED.', rules: ['ADDR-004'] },
  { section, statement: 'Several matches are 422 ADDRESS.VALIDATION.AMBIGUOUS.', rules: ['ADDR-005'] },
  { section, statement: 'An ambiguous address comes with suggestions.', rules: ['ERR-013'] },
  {
    section,
    statement: 'With the backing service down, validation is 503.',
    rules: ['ADDR-006', 'ADDR-007'],
  },
  { section, statement: 'Rates take from_address.', rules: ['VAL-002'] },
  { section, statement: 'Rates take to_address.', rules: ['VAL-003', 'VAL-103'] },
  { section, statement: 'Rates take a parcel.', rules: ['VAL-004'] },
  { section, statement: 'Rates answer with `rates`, a list.', rules: ['RATE-001'] },
  { section, statement: 'failed_carriers may be there or not.', rules: ['RATE-012', 'RATE-105'] },
  { section, statement: 'Rates are sorted by price, the cheapest first.', rules: ['RATE-009', 'RATE-020'] },
  { section, statement: 'All carriers come in one response.', rules: ['RATE-011', 'RATE-120'] },
  {
    section,
    statement: 'Rates of own accounts come in the same response.',
    rules: ['RATE-018', 'RATE-020', 'RATE-117', 'RATE-118'],
  },
  {
    section,
    statement: 'When a carrier fails, the others’ rates still come.',
    rules: ['RATE-101', 'RATE-103', 'RATE-104', 'RATE-114', 'RATE-115', 'RATE-119'],
  },
  { section, statement: 'When a carrier times out, the others’ rates still come.', rules: ['RATE-102'] },
  {
    section,
    statement: 'failed_carriers lists the carriers that failed.',
    rules: ['RATE-105', 'RATE-108', 'RATE-112', 'RATE-113'],
  },
  { section, statement: 'failed_carriers lists a carrier that timed out.', rules: ['RATE-111'] },
  { section, statement: 'failed_carriers lists no other carrier.', rules: ['RATE-106', 'RATE-012'] },
  { section, statement: 'A failed carrier has no rates.', rules: ['RATE-107'] },
  { section, statement: 'A carrier that is back is asked again.', rules: ['RATE-110'] },
  { section, statement: 'Rates are kept for 15 minutes.', rules: ['RATE-013', 'RATE-014'] },
  { section, statement: 'A purchase takes rate_id, a text.', rules: ['VAL-001', 'VAL-104'] },
  { section, statement: 'The rate_id must come from a rates response.', rules: ['RATE-015'] },
  { section, statement: 'A purchase may be refused with RATE.NOT_FOUND.', rules: ['RATE-015', 'RATE-204'] },
  { section, statement: 'A purchase may be refused with RATE.EXPIRED.', rules: ['RATE-014'] },
  {
    section,
    statement: 'A purchase may be refused with LABEL.ADDRESS.UNDELIVERABLE.',
    rules: ['LABEL-201', 'LABEL-231'],
  },
  {
    section,
    statement: 'A purchase may be refused with LABEL.WEIGHT.EXCEEDED.',
    rules: ['LABEL-202', 'LABEL-232'],
  },
  { section, statement: 'A purchase may be refused with LABEL.SERVICE.UNAVAILABLE.', rules: ['LABEL-203'] },
  {
    section,
    statement: 'A purchase may be refused with WALLET.INSUFFICIENT_BALANCE.',
    rules: ['LABEL-211', 'LABEL-233'],
  },
  { section, statement: 'A purchase may be refused with WALLET.PAYMENT.FAILED.', rules: ['LABEL-212'] },
  {
    section,
    statement: 'A purchase may be refused with WALLET.PAYMENT_METHOD.MISSING.',
    rules: ['LABEL-213'],
  },
  { section, statement: 'A purchase may fail with LABEL.CREATION.FAILED.', rules: ['LABEL-204'] },
  {
    section,
    statement: 'A test key gets a sandbox label without a charge.',
    rules: ['SAND-001', 'SAND-002', 'SAND-006'],
  },
  { section, statement: 'On success label.created is emitted.', rules: ['HOOK-001', 'HOOK-019'] },
  { section, statement: 'A purchase answers with complete addresses.', rules: ['LABEL-101', 'LABEL-118'] },
  { section, statement: 'A purchase answers with the balance after it.', rules: ['LABEL-006', 'WALLET-003'] },
  {
    section,
    statement: 'A label can be read with its details.',
    rules: ['LABEL-010', 'LABEL-011', 'LABEL-401', 'LABEL-402', 'LABEL-404'],
  },
  { section, statement: 'A label can be read with its void status.', rules: ['VOID-002', 'LABEL-407'] },
  {
    section,
    statement: 'An unknown label is 404 LABEL.NOT_FOUND.',
    rules: ['LABEL-012', 'PDF-003', 'LABEL-234'],
  },
  { section, statement: 'The PDF is served at /v1/labels/<id>/download.', rules: ['PDF-001', 'PDF-004'] },
  {
    section,
    statement: 'The PDF is gated by labels:read.',
    rules: ['SCOPE-012', 'SCOPE-112', 'PDF-002', 'PDF-101', 'PDF-102'],
  },
  { section, statement: 'A void may be refused with LABEL.NOT_FOUND.', rules: ['VOID-007'] },
  { section, statement: 'A void may be refused with LABEL.VOID.INELIGIBLE.', rules: ['VOID-004'] },
  { section, statement: 'A void may be refused with LABEL.VOID.ALREADY_REQUESTED.', rules: ['VOID-003'] },
  { section, statement: 'A registration takes tracking_number, a text.', rules: ['VAL-005', 'VAL-105'] },
  { section, statement: 'A registration takes carrier, a text.', rules: ['VAL-006'] },
  { section, statement: 'A registration answers with a tracker that has an id.', rules: ['TRACK-001'] },
  { section, statement: 'A registered tracker can be read.', rules: ['TRACK-002', 'TRACK-011'] },
  { section, statement: 'An unknown tracker is 404 TRACKER.NOT_FOUND.', rules: ['TRACK-007'] },
  { section, statement: 'A tracker is read with status and events.', rules: ['TRACK-005', 'TRACK-006'] },
  {
    section,
    statement: 'Tracking is refreshed every 4 hours.',
    rules: ['TRACK-106', 'TRACK-116', 'TRACK-118'],
  },
  {
    section,
    statement: 'Between two refreshes tracking does not change.',
    reason: 'That something is refreshed every four hours does not forbid that it is refreshed more often.',
  },
  { section, statement: 'A tracker may be read as often as the limit allows.', rules: ['TRACK-009'] },
  {
    section,
    statement: 'The list has the client’s connected carrier accounts.',
    rules: ['CARR-002', 'CARR-003', 'CARR-007'],
  },
  { section, statement: 'An unknown carrier account is CARRIER.ACCOUNT.NOT_FOUND.', rules: ['CARR-006'] },
  {
    section,
    statement: 'Rejected credentials are CARRIER.ACCOUNT.INVALID_CREDENTIALS.',
    rules: ['CARR-004'],
  },
  { section, statement: 'An unexpected failure of a carrier is CARRIER.ERROR.UNKNOWN.', rules: ['CARR-005'] },
  {
    section,
    statement: 'CARRIER.ERROR.UNKNOWN comes with raw_carrier_error.',
    rules: ['ERR-012', 'CARR-008'],
  },
  { section, statement: 'A batch takes items, a list.', rules: ['VAL-007', 'VAL-106', 'BATCH-001'] },
  {
    section,
    statement: 'A batch answers with id, cost and balance.',
    rules: ['BATCH-001', 'BATCH-002', 'BATCH-003'],
  },
  { section, statement: 'An empty list of items is 422 BATCH.ITEMS.REQUIRED.', rules: ['BATCH-004'] },
  { section, statement: 'More than 5,000 items are 422 BATCH.SIZE.EXCEEDED.', rules: ['BATCH-005'] },
  { section, statement: 'The full cost is deducted at creation.', rules: ['BATCH-101'] },
  { section, statement: 'Buying a batch starts its processing.', rules: ['BATCH-010', 'BATCH-017'] },
  { section, statement: 'Buying an unknown batch is 404 BATCH.NOT_FOUND.', rules: ['BATCH-012'] },
  {
    section,
    statement: 'Buying an active batch is 422 BATCH.ALREADY_PROCESSING.',
    rules: ['BATCH-011', 'BATCH-112'],
  },
  {
    section,
    statement: 'A batch is read with its progress.',
    rules: ['BATCH-007', 'BATCH-008', 'BATCH-009', 'BATCH-024', 'BATCH-113'],
  },
  { section, statement: 'Reading an unknown batch is BATCH.NOT_FOUND.', rules: ['BATCH-013'] },
  {
    section,
    statement: 'The wallet is read with its balance.',
    rules: ['WALLET-001', 'WALLET-004', 'WALLET-007'],
  },
  { section, statement: 'The last 50 deliveries are listed.', rules: ['LOG-001', 'LOG-008'] },
  {
    section,
    statement: 'No endpoint configures the webhook.',
    reason: 'That something is nowhere could only be shown by trying every path there could be.',
  },
]
