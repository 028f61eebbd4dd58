import type { Statement } from './statement.ts'

const section = 'Authentication'

/** Authentication. */
export const authenticationStatements: readonly Statement[] = [
  {
    section,
    statement: 'Every request carries its key as a bearer.',
    rules: ['KEY-001', 'KEY-007', 'KEY-008'],
  },
  { section, statement: 'pr_live_ is for production.', rules: ['SAND-009', 'KEY-018'] },
  { section, statement: 'pr_live_ is charged from the wallet.', rules: ['WALLET-002'] },
  {
    section,
    statement: 'Labels of pr_live_ are real.',
    reason: 'Whether a label is real shows at the carrier’s counter, not on the wire.',
  },
  { section, statement: 'pr_test_ is for the sandbox.', rules: ['SAND-001', 'KEY-017'] },
  {
    section,
    statement: 'pr_test_ is not charged.',
    rules: ['SAND-001', 'SAND-006', 'SAND-008', 'BATCH-015', 'BATCH-105'],
  },
  {
    section,
    statement: 'Labels of pr_test_ are simulated.',
    rules: ['SAND-002', 'SAND-003', 'BATCH-022', 'BATCH-108'],
  },
  {
    section,
    statement: 'Both types use the same endpoints.',
    rules: ['KEY-019', 'KEY-020', 'KEY-021', 'ADDR-008'],
  },
  {
    section,
    statement: 'Both types get the same shapes.',
    rules: ['KEY-019', 'KEY-020', 'KEY-021', 'KEY-032'],
  },
  {
    section,
    statement: 'Only live keys reach real carriers.',
    reason: 'Whom the service calls behind its interface cannot be seen from before it.',
  },
  {
    section,
    statement: 'Keys are created in the dashboard, with environment and scopes.',
    reason: 'The dashboard is a page for people and no part of the interface.',
  },
  {
    section,
    statement: 'The value of a key is shown once.',
    rules: ['KEY-029'],
  },
  { section, statement: 'rates:read gates rates.', rules: ['SCOPE-002', 'SCOPE-102', 'SCOPE-201'] },
  { section, statement: 'labels:write gates buying labels.', rules: ['SCOPE-003', 'SCOPE-103'] },
  { section, statement: 'labels:write gates voiding labels.', rules: ['SCOPE-005', 'SCOPE-105'] },
  { section, statement: 'labels:read gates reading labels.', rules: ['SCOPE-004', 'SCOPE-104'] },
  { section, statement: 'labels:read gates downloads.', rules: ['SCOPE-012', 'SCOPE-112'] },
  { section, statement: 'tracking:read gates reading trackers.', rules: ['SCOPE-006', 'SCOPE-106'] },
  { section, statement: 'addresses:read gates validation.', rules: ['SCOPE-001', 'SCOPE-101'] },
  {
    section,
    statement: 'carrier-accounts:read gates the carrier accounts.',
    rules: ['SCOPE-007', 'SCOPE-107'],
  },
  { section, statement: 'batches:write gates creating batches.', rules: ['SCOPE-008', 'SCOPE-108'] },
  { section, statement: 'batches:write gates buying batches.', rules: ['SCOPE-009', 'SCOPE-109'] },
  { section, statement: 'batches:read gates reading batches.', rules: ['SCOPE-010', 'SCOPE-110'] },
  { section, statement: 'wallet:read gates the wallet.', rules: ['SCOPE-011', 'SCOPE-111', 'SCOPE-201'] },
  {
    section,
    statement: 'A scope that is missing is 403 AUTH.KEY.INSUFFICIENT_SCOPE.',
    rules: ['SCOPE-001', 'SCOPE-201', 'SCOPE-202', 'SCOPE-203'],
  },
  { section, statement: 'The error has required_scope, a text.', rules: ['ERR-009', 'SCOPE-001'] },
  { section, statement: 'The error has key_scopes, a list of texts.', rules: ['ERR-010', 'SCOPE-001'] },
  { section, statement: 'A missing header is 401 AUTH.KEY.MISSING.', rules: ['KEY-112', 'KEY-101'] },
  {
    section,
    statement: 'An unknown key is 401 AUTH.KEY.INVALID.',
    rules: ['KEY-002', 'KEY-003', 'KEY-026', 'KEY-031'],
  },
  {
    section,
    statement: 'A malformed key is 401 AUTH.KEY.INVALID.',
    rules: ['KEY-004', 'KEY-005', 'KEY-006', 'KEY-030'],
  },
  { section, statement: 'A revoked key is 401 AUTH.KEY.REVOKED.', rules: ['KEY-009', 'KEY-027', 'PDF-006'] },
  { section, statement: 'A key is refused immediately after its revocation.', rules: ['KEY-010'] },
  {
    section,
    statement: 'A key past its expiration is 401 AUTH.KEY.EXPIRED.',
    rules: ['KEY-011', 'KEY-012', 'KEY-028'],
  },
  {
    section,
    statement: 'A test key on a live resource is 403 AUTH.KEY.SANDBOX_IN_PRODUCTION.',
    rules: ['KEY-013', 'KEY-014', 'KEY-022', 'KEY-023', 'KEY-024', 'KEY-025', 'TRACK-012'],
  },
  { section, statement: 'Keys can be rotated without a pause.', rules: ['KEY-016', 'KEY-015'] },
  {
    section,
    statement: 'Revocation is done in the dashboard.',
    reason: 'The dashboard is a page for people and no part of the interface.',
  },
  { section, statement: 'Webhook requests are authenticated by signature.', rules: ['HOOK-016', 'HOOK-021'] },
]
