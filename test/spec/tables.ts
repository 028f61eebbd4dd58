/**
 * The specification's tables once more, written down from its text for the tests alone: the simulator reads its own
 * copy in fixtures/spec, so a slip in either shows where the two meet.
 */

/** Endpoints and the scope each needs; null: any valid key (choices 15). */
export const endpointScopes = {
  'POST /v1/addresses/validate': 'addresses:read',
  'POST /v1/rates': 'rates:read',
  'POST /v1/labels': 'labels:write',
  'GET /v1/labels/{id}': 'labels:read',
  'DELETE /v1/labels/{id}': 'labels:write',
  'POST /v1/trackers': 'tracking:read',
  'GET /v1/trackers/{id}': 'tracking:read',
  'GET /v1/carrier-accounts': 'carrier-accounts:read',
  'POST /v1/batches': 'batches:write',
  'POST /v1/batches/{id}/buy': 'batches:write',
  'GET /v1/batches/{id}': 'batches:read',
  'GET /v1/wallet': 'wallet:read',
  'GET /v1/webhooks/deliveries': null,
} as const

export type Endpoint = keyof typeof endpointScopes

/** Requests a minute (specification, Rate limits). */
export const limits = {
  'POST /v1/rates': 100,
  'POST /v1/addresses/validate': 200,
  'POST /v1/labels': 60,
  'GET /v1/labels/{id}': 300,
  'DELETE /v1/labels/{id}': 30,
  'POST /v1/trackers': 200,
  'GET /v1/trackers/{id}': 300,
  'GET /v1/carrier-accounts': 300,
  'POST /v1/batches': 10,
  'GET /v1/batches/{id}': 300,
  'POST /v1/batches/{id}/buy': 10,
  'GET /v1/wallet': 300,
  'GET /v1/webhooks/deliveries': 300,
} as const satisfies Record<Endpoint, number>

/** Error codes and their HTTP status (specification, Codes). */
export const errorStatuses = {
  'AUTH.KEY.MISSING': 401,
  'AUTH.KEY.INVALID': 401,
  'AUTH.KEY.REVOKED': 401,
  'AUTH.KEY.EXPIRED': 401,
  'AUTH.KEY.INSUFFICIENT_SCOPE': 403,
  'AUTH.KEY.SANDBOX_IN_PRODUCTION': 403,
  'AUTH.RATE_LIMIT.EXCEEDED': 429,
  'VALIDATION.FIELD.REQUIRED': 422,
  'VALIDATION.FIELD.INVALID': 422,
  'RATE.EXPIRED': 422,
  'RATE.NOT_FOUND': 404,
  'RATE.CARRIER.UNAVAILABLE': 503,
  'LABEL.ADDRESS.UNDELIVERABLE': 422,
  'LABEL.WEIGHT.EXCEEDED': 422,
  'LABEL.SERVICE.UNAVAILABLE': 422,
  'LABEL.VOID.INELIGIBLE': 422,
  'LABEL.VOID.ALREADY_REQUESTED': 422,
  'LABEL.NOT_FOUND': 404,
  'LABEL.CREATION.FAILED': 500,
  'WALLET.INSUFFICIENT_BALANCE': 402,
  'WALLET.PAYMENT.FAILED': 402,
  'WALLET.PAYMENT_METHOD.MISSING': 402,
  'CARRIER.ACCOUNT.INVALID_CREDENTIALS': 422,
  'CARRIER.ACCOUNT.NOT_FOUND': 404,
  'CARRIER.ERROR.UNKNOWN': 502,
  'BATCH.SIZE.EXCEEDED': 422,
  'BATCH.ITEMS.REQUIRED': 422,
  'BATCH.NOT_FOUND': 404,
  'BATCH.ALREADY_PROCESSING': 422,
  'ADDRESS.VALIDATION.FAILED': 422,
  'ADDRESS.VALIDATION.AMBIGUOUS': 422,
  'ADDRESS.VALIDATION.SERVICE_ERROR': 503,
  'TRACKER.NOT_FOUND': 404,
} as const

/** Codes for what the specification has no word for (choices 2, 4). */
export const simulatorErrorStatuses = {
  'REQUEST.ROUTE.NOT_FOUND': 404,
  'REQUEST.METHOD.NOT_ALLOWED': 405,
  'REQUEST.BODY.TOO_LARGE': 413,
} as const

/** Members an error object has beside those of every error (specification, Extra fields; choices 3 to 5, 20). */
export const extraErrorFields: Readonly<Record<string, readonly string[]>> = {
  'VALIDATION.FIELD.REQUIRED': ['field'],
  'VALIDATION.FIELD.INVALID': ['field'],
  'AUTH.KEY.INSUFFICIENT_SCOPE': ['required_scope', 'key_scopes'],
  'CARRIER.ERROR.UNKNOWN': ['raw_carrier_error'],
  'ADDRESS.VALIDATION.AMBIGUOUS': ['suggestions'],
}

export const scopes = [
  'rates:read',
  'labels:write',
  'labels:read',
  'tracking:read',
  'addresses:read',
  'carrier-accounts:read',
  'batches:write',
  'batches:read',
  'wallet:read',
] as const

export const trackingStatuses = [
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
  'unknown',
] as const

/** Seconds from one attempt to the next (specification, Delivery and retries). */
export const attemptDelays = { 1: 0, 2: 300, 3: 1_800, 4: 7_200, 5: 86_400 } as const
