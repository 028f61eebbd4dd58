import { inSection } from './statement.ts'

/** Endpoints and their rules. */
export const endpointStatements = inSection('Endpoints', {
  'Every endpoint': [
    {
      id: 'ENDPOINTS-1',
      statement: 'Every request needs a bearer key.',
      rules: ['KEY-001', 'KEY-112', 'KEY-007', 'KEY-008'],
    },
    {
      id: 'ENDPOINTS-2',
      statement: 'Bodies are sent as application/json.',
      rules: ['CONV-002', 'RATE-001', 'VAL-114'],
    },
    {
      id: 'ENDPOINTS-3',
      statement: 'Every response carries the headers about limits.',
      rules: ['HEAD-001', 'HEAD-002', 'HEAD-003', 'HEAD-007'],
    },
    { id: 'ENDPOINTS-4', statement: 'Every response carries X-Request-Id.', rules: ['HEAD-004', 'HEAD-007'] },
    {
      id: 'ENDPOINTS-5',
      statement: 'No endpoint configures the webhook.',
      reason: 'That something is nowhere could only be shown by trying every path there could be.',
    },
  ],
  'POST /v1/addresses/validate': [
    { id: 'ENDPOINTS-6', statement: 'There is POST /v1/addresses/validate.', rules: ['ADDR-001', 'KEY-101'] },
    {
      id: 'ENDPOINTS-7',
      statement: 'POST /v1/addresses/validate needs addresses:read.',
      rules: ['SCOPE-001', 'SCOPE-101'],
    },
    { id: 'ENDPOINTS-8', statement: 'Validation takes one address object.', rules: ['ADDR-001'] },
    { id: 'ENDPOINTS-9', statement: 'Validation answers with a result.', rules: ['ADDR-001'] },
    {
      id: 'ENDPOINTS-10',
      statement: 'The result has the residential classification.',
      rules: ['ADDR-002', 'ADDR-003'],
    },
    {
      id: 'ENDPOINTS-11',
      statement: 'An undeliverable address is 422 ADDRESS.VALIDATION.FAILED.',
      rules: ['ADDR-004'],
    },
    {
      id: 'ENDPOINTS-12',
      statement: 'Several matches are 422 ADDRESS.VALIDATION.AMBIGUOUS.',
      rules: ['ADDR-005'],
    },
    { id: 'ENDPOINTS-13', statement: 'An ambiguous address comes with suggestions.', rules: ['ERR-013'] },
    {
      id: 'ENDPOINTS-14',
      statement: 'With the backing service down, validation is 503.',
      rules: ['ADDR-006', 'ADDR-007'],
    },
  ],
  'POST /v1/rates': [
    { id: 'ENDPOINTS-15', statement: 'There is POST /v1/rates.', rules: ['RATE-001', 'KEY-102'] },
    { id: 'ENDPOINTS-16', statement: 'POST /v1/rates needs rates:read.', rules: ['SCOPE-002', 'SCOPE-102'] },
    { id: 'ENDPOINTS-17', statement: 'Rates take from_address.', rules: ['VAL-002'] },
    { id: 'ENDPOINTS-18', statement: 'Rates take to_address.', rules: ['VAL-003', 'VAL-103'] },
    { id: 'ENDPOINTS-19', statement: 'Rates take a parcel.', rules: ['VAL-004'] },
    { id: 'ENDPOINTS-20', statement: 'Rates answer with `rates`, a list.', rules: ['RATE-001'] },
    {
      id: 'ENDPOINTS-21',
      statement: 'failed_carriers may be there or not.',
      rules: ['RATE-012', 'RATE-105'],
    },
    {
      id: 'ENDPOINTS-22',
      statement: 'Rates are sorted by price, the cheapest first.',
      rules: ['RATE-009', 'RATE-020'],
    },
    { id: 'ENDPOINTS-23', statement: 'All carriers come in one response.', rules: ['RATE-011', 'RATE-120'] },
    {
      id: 'ENDPOINTS-24',
      statement: 'Rates of own accounts come in the same response.',
      rules: ['RATE-018', 'RATE-020', 'RATE-117', 'RATE-118'],
    },
    {
      id: 'ENDPOINTS-25',
      statement: 'When a carrier fails, the others’ rates still come.',
      rules: ['RATE-101', 'RATE-103', 'RATE-104', 'RATE-114', 'RATE-115', 'RATE-119'],
    },
    {
      id: 'ENDPOINTS-26',
      statement: 'When a carrier times out, the others’ rates still come.',
      rules: ['RATE-102'],
    },
    {
      id: 'ENDPOINTS-27',
      statement: 'failed_carriers lists the carriers that failed.',
      rules: ['RATE-105', 'RATE-108', 'RATE-112', 'RATE-113'],
    },
    { id: 'ENDPOINTS-28', statement: 'failed_carriers lists a carrier that timed out.', rules: ['RATE-111'] },
    {
      id: 'ENDPOINTS-29',
      statement: 'failed_carriers lists no other carrier.',
      rules: ['RATE-106', 'RATE-012'],
    },
    { id: 'ENDPOINTS-30', statement: 'A failed carrier has no rates.', rules: ['RATE-107'] },
    { id: 'ENDPOINTS-31', statement: 'A carrier that is back is asked again.', rules: ['RATE-110'] },
    { id: 'ENDPOINTS-32', statement: 'Rates are kept for 15 minutes.', rules: ['RATE-013', 'RATE-014'] },
  ],
  'POST /v1/labels': [
    { id: 'ENDPOINTS-33', statement: 'There is POST /v1/labels.', rules: ['LABEL-008', 'KEY-103'] },
    {
      id: 'ENDPOINTS-34',
      statement: 'POST /v1/labels needs labels:write.',
      rules: ['SCOPE-003', 'SCOPE-103'],
    },
    { id: 'ENDPOINTS-35', statement: 'A purchase takes rate_id, a text.', rules: ['VAL-001', 'VAL-104'] },
    { id: 'ENDPOINTS-36', statement: 'The rate_id must come from a rates response.', rules: ['RATE-015'] },
    {
      id: 'ENDPOINTS-37',
      statement: 'A purchase may be refused with RATE.NOT_FOUND.',
      rules: ['RATE-015', 'RATE-204'],
    },
    { id: 'ENDPOINTS-38', statement: 'A purchase may be refused with RATE.EXPIRED.', rules: ['RATE-014'] },
    {
      id: 'ENDPOINTS-39',
      statement: 'A purchase may be refused with LABEL.ADDRESS.UNDELIVERABLE.',
      rules: ['LABEL-201', 'LABEL-231'],
    },
    {
      id: 'ENDPOINTS-40',
      statement: 'A purchase may be refused with LABEL.WEIGHT.EXCEEDED.',
      rules: ['LABEL-202', 'LABEL-232'],
    },
    {
      id: 'ENDPOINTS-41',
      statement: 'A purchase may be refused with LABEL.SERVICE.UNAVAILABLE.',
      rules: ['LABEL-203'],
    },
    {
      id: 'ENDPOINTS-42',
      statement: 'A purchase may be refused with WALLET.INSUFFICIENT_BALANCE.',
      rules: ['LABEL-211', 'LABEL-233'],
    },
    {
      id: 'ENDPOINTS-43',
      statement: 'A purchase may be refused with WALLET.PAYMENT.FAILED.',
      rules: ['LABEL-212'],
    },
    {
      id: 'ENDPOINTS-44',
      statement: 'A purchase may be refused with WALLET.PAYMENT_METHOD.MISSING.',
      rules: ['LABEL-213'],
    },
    {
      id: 'ENDPOINTS-45',
      statement: 'A purchase may fail with LABEL.CREATION.FAILED.',
      rules: ['LABEL-204'],
    },
    {
      id: 'ENDPOINTS-46',
      statement: 'A test key gets a sandbox label without a charge.',
      rules: ['SAND-001', 'SAND-002', 'SAND-006'],
    },
    {
      id: 'ENDPOINTS-47',
      statement: 'On success label.created is emitted.',
      rules: ['HOOK-001', 'HOOK-019'],
    },
    {
      id: 'ENDPOINTS-48',
      statement: 'A purchase answers with complete addresses.',
      rules: ['LABEL-101', 'LABEL-118'],
    },
    {
      id: 'ENDPOINTS-49',
      statement: 'A purchase answers with the balance after it.',
      rules: ['LABEL-006', 'WALLET-003'],
    },
  ],
  'GET /v1/labels/{id}': [
    { id: 'ENDPOINTS-50', statement: 'There is GET /v1/labels/{id}.', rules: ['LABEL-010', 'KEY-104'] },
    {
      id: 'ENDPOINTS-51',
      statement: 'GET /v1/labels/{id} needs labels:read.',
      rules: ['SCOPE-004', 'SCOPE-104'],
    },
    {
      id: 'ENDPOINTS-52',
      statement: 'A label can be read with its details.',
      rules: ['LABEL-010', 'LABEL-011', 'LABEL-401', 'LABEL-402', 'LABEL-404'],
    },
    {
      id: 'ENDPOINTS-53',
      statement: 'A label can be read with its void status.',
      rules: ['VOID-002', 'LABEL-407'],
    },
    {
      id: 'ENDPOINTS-54',
      statement: 'An unknown label is 404 LABEL.NOT_FOUND.',
      rules: ['LABEL-012', 'PDF-003', 'LABEL-234'],
    },
  ],
  'GET /v1/labels/{id}/download': [
    {
      id: 'ENDPOINTS-55',
      statement: 'The PDF is served at /v1/labels/{id}/download.',
      rules: ['PDF-001', 'PDF-004', 'PDF-007'],
    },
    {
      id: 'ENDPOINTS-56',
      statement: 'The PDF is gated by labels:read.',
      rules: ['SCOPE-012', 'SCOPE-112', 'PDF-002', 'PDF-101', 'PDF-102'],
    },
  ],
  'DELETE /v1/labels/{id}': [
    { id: 'ENDPOINTS-57', statement: 'There is DELETE /v1/labels/{id}.', rules: ['VOID-001', 'KEY-105'] },
    {
      id: 'ENDPOINTS-58',
      statement: 'DELETE /v1/labels/{id} needs labels:write.',
      rules: ['SCOPE-005', 'SCOPE-105'],
    },
    { id: 'ENDPOINTS-59', statement: 'A void may be refused with LABEL.NOT_FOUND.', rules: ['VOID-007'] },
    {
      id: 'ENDPOINTS-60',
      statement: 'A void may be refused with LABEL.VOID.INELIGIBLE.',
      rules: ['VOID-004'],
    },
    {
      id: 'ENDPOINTS-61',
      statement: 'A void may be refused with LABEL.VOID.ALREADY_REQUESTED.',
      rules: ['VOID-003'],
    },
  ],
  'POST /v1/trackers': [
    { id: 'ENDPOINTS-62', statement: 'There is POST /v1/trackers.', rules: ['TRACK-001', 'KEY-106'] },
    {
      id: 'ENDPOINTS-63',
      statement: 'A registration takes tracking_number, a text.',
      rules: ['VAL-005', 'VAL-105'],
    },
    { id: 'ENDPOINTS-64', statement: 'A registration takes carrier, a text.', rules: ['VAL-006'] },
    {
      id: 'ENDPOINTS-65',
      statement: 'A registration answers with a tracker that has an id.',
      rules: ['TRACK-001'],
    },
  ],
  'GET /v1/trackers/{id}': [
    { id: 'ENDPOINTS-66', statement: 'There is GET /v1/trackers/{id}.', rules: ['TRACK-002', 'KEY-107'] },
    {
      id: 'ENDPOINTS-67',
      statement: 'GET /v1/trackers/{id} needs tracking:read.',
      rules: ['SCOPE-006', 'SCOPE-106'],
    },
    { id: 'ENDPOINTS-68', statement: 'A registered tracker can be read.', rules: ['TRACK-002', 'TRACK-011'] },
    { id: 'ENDPOINTS-69', statement: 'An unknown tracker is 404 TRACKER.NOT_FOUND.', rules: ['TRACK-007'] },
    {
      id: 'ENDPOINTS-70',
      statement: 'A tracker is read with status and events.',
      rules: ['TRACK-005', 'TRACK-006'],
    },
    {
      id: 'ENDPOINTS-71',
      statement: 'Tracking is refreshed every 4 hours.',
      rules: ['TRACK-106', 'TRACK-116', 'TRACK-118'],
    },
    {
      id: 'ENDPOINTS-72',
      statement: 'Between two refreshes tracking does not change.',
      reason: 'That something is refreshed every four hours does not forbid that it is refreshed more often.',
    },
    {
      id: 'ENDPOINTS-73',
      statement: 'A tracker may be read as often as the limit allows.',
      rules: ['TRACK-009'],
    },
  ],
  'GET /v1/carrier-accounts': [
    { id: 'ENDPOINTS-74', statement: 'There is GET /v1/carrier-accounts.', rules: ['CARR-001', 'KEY-108'] },
    {
      id: 'ENDPOINTS-75',
      statement: 'GET /v1/carrier-accounts needs carrier-accounts:read.',
      rules: ['SCOPE-007', 'SCOPE-107'],
    },
    {
      id: 'ENDPOINTS-76',
      statement: 'The list has the client’s connected carrier accounts.',
      rules: ['CARR-002', 'CARR-003', 'CARR-007'],
    },
    {
      id: 'ENDPOINTS-77',
      statement: 'An unknown carrier account is CARRIER.ACCOUNT.NOT_FOUND.',
      rules: ['CARR-006'],
    },
    {
      id: 'ENDPOINTS-78',
      statement: 'Rejected credentials are CARRIER.ACCOUNT.INVALID_CREDENTIALS.',
      rules: ['CARR-004'],
    },
    {
      id: 'ENDPOINTS-79',
      statement: 'An unexpected failure of a carrier is CARRIER.ERROR.UNKNOWN.',
      rules: ['CARR-005'],
    },
    {
      id: 'ENDPOINTS-80',
      statement: 'CARRIER.ERROR.UNKNOWN comes with raw_carrier_error.',
      rules: ['ERR-012', 'CARR-008'],
    },
  ],
  'POST /v1/batches': [
    { id: 'ENDPOINTS-81', statement: 'There is POST /v1/batches.', rules: ['BATCH-001', 'KEY-109'] },
    {
      id: 'ENDPOINTS-82',
      statement: 'POST /v1/batches needs batches:write.',
      rules: ['SCOPE-008', 'SCOPE-108'],
    },
    {
      id: 'ENDPOINTS-83',
      statement: 'A batch takes items, a list.',
      rules: ['VAL-007', 'VAL-106', 'BATCH-001'],
    },
    {
      id: 'ENDPOINTS-84',
      statement: 'A batch answers with id, cost and balance.',
      rules: ['BATCH-001', 'BATCH-002', 'BATCH-003'],
    },
    {
      id: 'ENDPOINTS-85',
      statement: 'An empty list of items is 422 BATCH.ITEMS.REQUIRED.',
      rules: ['BATCH-004'],
    },
    {
      id: 'ENDPOINTS-86',
      statement: 'More than 5,000 items are 422 BATCH.SIZE.EXCEEDED.',
      rules: ['BATCH-005'],
    },
    { id: 'ENDPOINTS-87', statement: 'The full cost is deducted at creation.', rules: ['BATCH-101'] },
  ],
  'POST /v1/batches/{id}/buy': [
    { id: 'ENDPOINTS-88', statement: 'There is POST /v1/batches/{id}/buy.', rules: ['BATCH-010', 'KEY-110'] },
    {
      id: 'ENDPOINTS-89',
      statement: 'POST /v1/batches/{id}/buy needs batches:write.',
      rules: ['SCOPE-009', 'SCOPE-109'],
    },
    {
      id: 'ENDPOINTS-90',
      statement: 'Buying a batch starts its processing.',
      rules: ['BATCH-010', 'BATCH-017'],
    },
    {
      id: 'ENDPOINTS-91',
      statement: 'Buying an unknown batch is 404 BATCH.NOT_FOUND.',
      rules: ['BATCH-012'],
    },
    {
      id: 'ENDPOINTS-92',
      statement: 'Buying an active batch is 422 BATCH.ALREADY_PROCESSING.',
      rules: ['BATCH-011', 'BATCH-112'],
    },
  ],
  'GET /v1/batches/{id}': [
    { id: 'ENDPOINTS-93', statement: 'There is GET /v1/batches/{id}.', rules: ['BATCH-007', 'KEY-111'] },
    {
      id: 'ENDPOINTS-94',
      statement: 'GET /v1/batches/{id} needs batches:read.',
      rules: ['SCOPE-010', 'SCOPE-110'],
    },
    {
      id: 'ENDPOINTS-95',
      statement: 'A batch is read with its progress.',
      rules: ['BATCH-007', 'BATCH-008', 'BATCH-009', 'BATCH-024', 'BATCH-113'],
    },
    { id: 'ENDPOINTS-96', statement: 'Reading an unknown batch is BATCH.NOT_FOUND.', rules: ['BATCH-013'] },
  ],
  'GET /v1/wallet': [
    { id: 'ENDPOINTS-97', statement: 'There is GET /v1/wallet.', rules: ['WALLET-001', 'KEY-112'] },
    { id: 'ENDPOINTS-98', statement: 'GET /v1/wallet needs wallet:read.', rules: ['SCOPE-011', 'SCOPE-111'] },
    {
      id: 'ENDPOINTS-99',
      statement: 'The wallet is read with its balance.',
      rules: ['WALLET-001', 'WALLET-004', 'WALLET-007'],
    },
  ],
  'GET /v1/webhooks/deliveries': [
    {
      id: 'ENDPOINTS-100',
      statement: 'There is GET /v1/webhooks/deliveries.',
      rules: ['LOG-001', 'KEY-113'],
    },
    { id: 'ENDPOINTS-101', statement: 'The last 50 deliveries are listed.', rules: ['LOG-001', 'LOG-008'] },
  ],
})
