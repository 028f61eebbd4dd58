import type { Statement } from './statement.ts'

const section = 'Events'

/** Events. */
export const eventStatements: readonly Statement[] = [
  {
    section,
    statement: 'The one kind of event is label.created.',
    rules: ['HOOK-004', 'HOOK-017', 'HOOK-018', 'HOOK-022'],
  },
  { section, statement: 'It fires after a successful purchase.', rules: ['HOOK-001', 'HOOK-002'] },
  { section, statement: 'It fires immediately.', rules: ['HOOK-001'] },
  { section, statement: 'No other events exist.', rules: ['HOOK-018', 'HOOK-017', 'HOOK-022'] },
  { section, statement: 'A purchase that fails has no event.', rules: ['HOOK-019'] },
  {
    section,
    statement: 'There is one webhook URL per client.',
    rules: ['HOOK-023'],
  },
  { section, statement: 'A signing secret is issued with the URL.', rules: ['HOOK-020'] },
  { section, statement: 'A payload is JSON.', rules: ['HOOK-003'] },
  { section, statement: 'event is the text label.created.', rules: ['HOOK-004'] },
  { section, statement: 'data.id is the id of the label.', rules: ['HOOK-005'] },
  { section, statement: 'data.id is the same in every attempt, to tell duplicates by.', rules: ['HOOK-132'] },
  { section, statement: 'data.carrier is the carrier.', rules: ['HOOK-006'] },
  { section, statement: 'data.service is the service.', rules: ['HOOK-007'] },
  { section, statement: 'data.tracking_number is the tracking number.', rules: ['HOOK-008'] },
  { section, statement: 'data.rate_cents is the price, a whole number.', rules: ['HOOK-009'] },
  {
    section,
    statement: 'data.label_url is the download under /v1/labels/.',
    rules: ['HOOK-021', 'HOOK-010'],
  },
  { section, statement: 'data.created_at is an ISO 8601 timestamp.', rules: ['HOOK-011'] },
  { section, statement: 'data.created_at is when the label was created.', rules: ['HOOK-024', 'HOOK-013'] },
  { section, statement: 'timestamp is an ISO 8601 timestamp.', rules: ['HOOK-012'] },
  { section, statement: 'timestamp is that of the delivery.', rules: ['HOOK-014'] },
  { section, statement: 'PR-Signature begins with sha256=.', rules: ['HOOK-015'] },
  { section, statement: 'PR-Signature goes on in lower-case hexadecimal.', rules: ['HOOK-015'] },
  { section, statement: 'PR-Signature is the HMAC-SHA256 of the payload.', rules: ['HOOK-016', 'HOOK-133'] },
  { section, statement: 'PR-Signature is keyed with the signing secret.', rules: ['HOOK-016', 'HOOK-020'] },
  {
    section,
    statement: 'The receiver should reject a mismatch with 401.',
    reason: 'It is asked of receivers, not of the service.',
  },
  { section, statement: 'A delivery succeeds by a 2xx.', rules: ['HOOK-121', 'HOOK-122', 'HOOK-123'] },
  { section, statement: 'Anything else is retried.', rules: ['HOOK-111', 'HOOK-112', 'HOOK-113'] },
  { section, statement: 'There are 5 attempts in total.', rules: ['HOOK-105', 'HOOK-106'] },
  { section, statement: 'Attempt 1 is immediate.', rules: ['HOOK-001'] },
  { section, statement: 'Attempt 2 comes after 5 minutes.', rules: ['HOOK-102'] },
  { section, statement: 'Attempt 3 comes after 30 minutes.', rules: ['HOOK-103'] },
  { section, statement: 'Attempt 4 comes after 2 hours.', rules: ['HOOK-104'] },
  { section, statement: 'Attempt 5 comes after 24 hours.', rules: ['HOOK-105'] },
  { section, statement: 'A success ends the attempts.', rules: ['HOOK-131', 'HOOK-121'] },
  { section, statement: 'After 5 failed attempts the delivery is marked failed.', rules: ['LOG-007'] },
  {
    section,
    statement: 'The last 50 deliveries are in the log.',
    rules: ['LOG-008', 'LOG-011', 'LOG-002', 'LOG-009'],
  },
  {
    section,
    statement: 'The log shows status, response code, attempts and timestamps.',
    rules: ['LOG-003', 'LOG-004', 'LOG-005', 'LOG-006'],
  },
  {
    section,
    statement: 'The dashboard shows the deliveries, too.',
    rules: ['LOG-010'],
  },
  {
    section,
    statement: 'A delivery may come twice.',
    reason: 'It is allowed, not promised; every rule about events accepts it.',
  },
  {
    section,
    statement: 'Receivers should answer quickly and work afterwards.',
    reason: 'It is asked of receivers, not of the service.',
  },
]
