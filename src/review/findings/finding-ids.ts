/** The ids of all findings, written out for TypeScript. A test compares them with the catalogue of findings. */
export const findingIds = [
  'CONTENT-TYPE-WRONG',
  'ID-UNSET',
  'KEY-IN-URL',
  'KEY-SCHEME-WRONG',
  'METHOD-WRONG',
  'PATH-UNKNOWN',
  'PURCHASE-REPEATED',
  'RATE-BOUGHT-AT-ONCE',
  'RATE-EXPIRED-REUSED',
  'RETRY-AFTER-IGNORED',
  'WEBHOOK-REDIRECTED',
  'WEBHOOK-REFUSED',
  'ADDRESS-AMBIGUOUS-BOUGHT',
  'BATCH-POLLED-IN-A-LOOP',
  'BODY-FIELD-UNKNOWN',
  'BODY-ON-GET',
  'KEY-REFUSAL-REPEATED',
  'PURCHASE-UNFUNDED-REPEATED',
  'QUERY-UNKNOWN',
  'REFUSAL-REPEATED',
  'SCOPE-REFUSAL-REPEATED',
  'SERVER-ERROR-HAMMERED',
  'VOID-REFUSAL-REPEATED',
  'WEBHOOK-SLOW',
  'CONNECTION-NOT-KEPT',
  'LABEL-READ-AFTER-PURCHASE',
  'PURCHASE-LOST-UNCHECKED',
  'TRACKER-POLLED-OFTEN',
] as const

/** The id of a finding of the review. `drydock review --list` explains each. */
export type FindingId = (typeof findingIds)[number]
