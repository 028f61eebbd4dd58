import { inSection } from './statement.ts'

/** Authentication. */
export const authenticationStatements = inSection('Authentication', {
  Keys: [
    {
      id: 'AUTHENTICATION-1',
      statement: 'Every request carries its key as a bearer.',
      rules: ['KEY-001', 'KEY-007', 'KEY-008'],
    },
    { id: 'AUTHENTICATION-2', statement: 'pr_live_ is for production.', rules: ['SAND-009', 'KEY-018'] },
    { id: 'AUTHENTICATION-3', statement: 'pr_live_ is charged from the wallet.', rules: ['WALLET-002'] },
    {
      id: 'AUTHENTICATION-4',
      statement: 'Labels of pr_live_ are real.',
      reason: 'Whether a label is real shows at the carrier’s counter, not on the wire.',
    },
    { id: 'AUTHENTICATION-5', statement: 'pr_test_ is for the sandbox.', rules: ['SAND-001', 'KEY-017'] },
    {
      id: 'AUTHENTICATION-6',
      statement: 'pr_test_ is not charged.',
      rules: ['SAND-001', 'SAND-006', 'SAND-008', 'BATCH-015', 'BATCH-105'],
    },
    {
      id: 'AUTHENTICATION-7',
      statement: 'Labels of pr_test_ are simulated.',
      rules: ['SAND-002', 'SAND-003', 'BATCH-022', 'BATCH-108'],
    },
    {
      id: 'AUTHENTICATION-8',
      statement: 'Both types use the same endpoints.',
      rules: ['KEY-019', 'KEY-020', 'KEY-021', 'ADDR-008'],
    },
    {
      id: 'AUTHENTICATION-9',
      statement: 'Both types get the same shapes.',
      rules: ['KEY-019', 'KEY-020', 'KEY-021', 'KEY-032'],
    },
    {
      id: 'AUTHENTICATION-10',
      statement: 'Only live keys reach real carriers.',
      reason: 'Whom the service calls behind its interface cannot be seen from before it.',
    },
    {
      id: 'AUTHENTICATION-11',
      statement: 'Keys are created in the dashboard, with environment and scopes.',
      reason: 'The dashboard is a page for people and no part of the interface.',
    },
    { id: 'AUTHENTICATION-12', statement: 'The value of a key is shown once.', rules: ['KEY-029'] },
    {
      id: 'AUTHENTICATION-13',
      statement: 'Keys can be rotated without a pause.',
      rules: ['KEY-016', 'KEY-015'],
    },
    {
      id: 'AUTHENTICATION-14',
      statement: 'Revocation is done in the dashboard.',
      reason: 'The dashboard is a page for people and no part of the interface.',
    },
    {
      id: 'AUTHENTICATION-15',
      statement: 'Webhook requests are authenticated by signature.',
      rules: ['HOOK-016', 'HOOK-021'],
    },
  ],
  Scopes: [
    {
      id: 'AUTHENTICATION-16',
      statement: 'rates:read gates rates.',
      rules: ['SCOPE-002', 'SCOPE-102', 'SCOPE-201'],
    },
    {
      id: 'AUTHENTICATION-17',
      statement: 'labels:write gates buying labels.',
      rules: ['SCOPE-003', 'SCOPE-103'],
    },
    {
      id: 'AUTHENTICATION-18',
      statement: 'labels:write gates voiding labels.',
      rules: ['SCOPE-005', 'SCOPE-105'],
    },
    {
      id: 'AUTHENTICATION-19',
      statement: 'labels:read gates reading labels.',
      rules: ['SCOPE-004', 'SCOPE-104'],
    },
    { id: 'AUTHENTICATION-20', statement: 'labels:read gates downloads.', rules: ['SCOPE-012', 'SCOPE-112'] },
    {
      id: 'AUTHENTICATION-21',
      statement: 'tracking:read gates reading trackers.',
      rules: ['SCOPE-006', 'SCOPE-106'],
    },
    {
      id: 'AUTHENTICATION-22',
      statement: 'addresses:read gates validation.',
      rules: ['SCOPE-001', 'SCOPE-101'],
    },
    {
      id: 'AUTHENTICATION-23',
      statement: 'carrier-accounts:read gates the carrier accounts.',
      rules: ['SCOPE-007', 'SCOPE-107'],
    },
    {
      id: 'AUTHENTICATION-24',
      statement: 'batches:write gates creating batches.',
      rules: ['SCOPE-008', 'SCOPE-108'],
    },
    {
      id: 'AUTHENTICATION-25',
      statement: 'batches:write gates buying batches.',
      rules: ['SCOPE-009', 'SCOPE-109'],
    },
    {
      id: 'AUTHENTICATION-26',
      statement: 'batches:read gates reading batches.',
      rules: ['SCOPE-010', 'SCOPE-110'],
    },
    {
      id: 'AUTHENTICATION-27',
      statement: 'wallet:read gates the wallet.',
      rules: ['SCOPE-011', 'SCOPE-111', 'SCOPE-201'],
    },
    {
      id: 'AUTHENTICATION-28',
      statement: 'A scope that is missing is 403 AUTH.KEY.INSUFFICIENT_SCOPE.',
      rules: ['SCOPE-001', 'SCOPE-201', 'SCOPE-202', 'SCOPE-203'],
    },
    {
      id: 'AUTHENTICATION-29',
      statement: 'The error has required_scope, a text.',
      rules: ['ERR-009', 'SCOPE-001'],
    },
    {
      id: 'AUTHENTICATION-30',
      statement: 'The error has key_scopes, a list of texts.',
      rules: ['ERR-010', 'SCOPE-001'],
    },
  ],
  'Refused keys': [
    {
      id: 'AUTHENTICATION-31',
      statement: 'A missing header is 401 AUTH.KEY.MISSING.',
      rules: ['KEY-112', 'KEY-101'],
    },
    {
      id: 'AUTHENTICATION-32',
      statement: 'An unknown key is 401 AUTH.KEY.INVALID.',
      rules: ['KEY-002', 'KEY-003', 'KEY-026', 'KEY-031'],
    },
    {
      id: 'AUTHENTICATION-33',
      statement: 'A malformed key is 401 AUTH.KEY.INVALID.',
      rules: ['KEY-004', 'KEY-005', 'KEY-006', 'KEY-030'],
    },
    {
      id: 'AUTHENTICATION-34',
      statement: 'A revoked key is 401 AUTH.KEY.REVOKED.',
      rules: ['KEY-009', 'KEY-027', 'PDF-006'],
    },
    {
      id: 'AUTHENTICATION-35',
      statement: 'A key is refused immediately after its revocation.',
      rules: ['KEY-010'],
    },
    {
      id: 'AUTHENTICATION-36',
      statement: 'A key past its expiration is 401 AUTH.KEY.EXPIRED.',
      rules: ['KEY-011', 'KEY-012', 'KEY-028'],
    },
    {
      id: 'AUTHENTICATION-37',
      statement: 'A test key on a live resource is 403 AUTH.KEY.SANDBOX_IN_PRODUCTION.',
      rules: ['KEY-013', 'KEY-014', 'KEY-022', 'KEY-023', 'KEY-024', 'KEY-025', 'TRACK-012'],
    },
  ],
})
