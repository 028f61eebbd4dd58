import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('What the service does', {
    'Production and sandbox': [
      {
        id: 'SERVICE-21',
        statement: 'Sandbox and production share one base address.',
        rules: ['KEY-018', 'KEY-019'],
      },
      {
        id: 'SERVICE-22',
        statement: 'Sandbox and production share endpoints and response shapes.',
        rules: ['KEY-019', 'KEY-020', 'KEY-021', 'RATE-204', 'LABEL-234', 'VOID-201'],
      },
    ],
    'The prepaid wallet': [
      {
        id: 'SERVICE-34',
        statement: 'Accounts, keys and payment methods are not made through the API.',
        rules: ['KEY-037'],
      },
    ],
  }),
  ...inSection('Resources and their fields', {
    'API key': [
      {
        id: 'RESOURCES-112',
        statement: 'A key begins with pr_live_ or pr_test_.',
        rules: ['KEY-017', 'KEY-018'],
      },
      {
        id: 'RESOURCES-113',
        statement: 'A key ends in 32 hexadecimal characters.',
        rules: ['KEY-017', 'KEY-018'],
      },
      {
        id: 'RESOURCES-114',
        statement: 'A key has an environment.',
        rules: ['KEY-013', 'SAND-001', 'SAND-009'],
      },
      {
        id: 'RESOURCES-115',
        statement: 'A key has a set of scopes.',
        rules: ['SCOPE-201', 'SCOPE-011', 'SCOPE-203'],
      },
      {
        id: 'RESOURCES-116',
        statement: 'A key may have an expiration date.',
        rules: ['KEY-011', 'KEY-012'],
      },
    ],
  }),
  ...inSection('Endpoints', {
    'Every endpoint': [
      {
        id: 'ENDPOINTS-1',
        statement: 'Every request needs a bearer key.',
        rules: ['KEY-001', 'KEY-112', 'KEY-007', 'KEY-008'],
      },
    ],
    'POST /v1/addresses/validate': [
      {
        id: 'ENDPOINTS-7',
        statement: 'POST /v1/addresses/validate needs addresses:read.',
        rules: ['SCOPE-001', 'SCOPE-101'],
      },
    ],
    'POST /v1/rates': [
      {
        id: 'ENDPOINTS-16',
        statement: 'POST /v1/rates needs rates:read.',
        rules: ['SCOPE-002', 'SCOPE-102'],
      },
    ],
    'POST /v1/labels': [
      {
        id: 'ENDPOINTS-34',
        statement: 'POST /v1/labels needs labels:write.',
        rules: ['SCOPE-003', 'SCOPE-103'],
      },
    ],
    'GET /v1/labels/{id}': [
      {
        id: 'ENDPOINTS-51',
        statement: 'GET /v1/labels/{id} needs labels:read.',
        rules: ['SCOPE-004', 'SCOPE-104'],
      },
    ],
    'GET /v1/labels/{id}/download': [
      {
        id: 'ENDPOINTS-56',
        statement: 'The PDF is gated by labels:read.',
        rules: ['SCOPE-012', 'SCOPE-112', 'PDF-002', 'PDF-101', 'PDF-102'],
      },
    ],
    'DELETE /v1/labels/{id}': [
      {
        id: 'ENDPOINTS-58',
        statement: 'DELETE /v1/labels/{id} needs labels:write.',
        rules: ['SCOPE-005', 'SCOPE-105'],
      },
    ],
    'GET /v1/trackers/{id}': [
      {
        id: 'ENDPOINTS-67',
        statement: 'GET /v1/trackers/{id} needs tracking:read.',
        rules: ['SCOPE-006', 'SCOPE-106'],
      },
    ],
    'GET /v1/carrier-accounts': [
      {
        id: 'ENDPOINTS-75',
        statement: 'GET /v1/carrier-accounts needs carrier-accounts:read.',
        rules: ['SCOPE-007', 'SCOPE-107'],
      },
    ],
    'POST /v1/batches': [
      {
        id: 'ENDPOINTS-82',
        statement: 'POST /v1/batches needs batches:write.',
        rules: ['SCOPE-008', 'SCOPE-108'],
      },
    ],
    'POST /v1/batches/{id}/buy': [
      {
        id: 'ENDPOINTS-89',
        statement: 'POST /v1/batches/{id}/buy needs batches:write.',
        rules: ['SCOPE-009', 'SCOPE-109'],
      },
    ],
    'GET /v1/batches/{id}': [
      {
        id: 'ENDPOINTS-94',
        statement: 'GET /v1/batches/{id} needs batches:read.',
        rules: ['SCOPE-010', 'SCOPE-110'],
      },
    ],
    'GET /v1/wallet': [
      {
        id: 'ENDPOINTS-98',
        statement: 'GET /v1/wallet needs wallet:read.',
        rules: ['SCOPE-011', 'SCOPE-111'],
      },
    ],
  }),
  ...inSection('Authentication', {
    Keys: [
      {
        id: 'AUTHENTICATION-1',
        statement: 'Every request carries its key as a bearer.',
        rules: ['KEY-001', 'KEY-007', 'KEY-008'],
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
      {
        id: 'AUTHENTICATION-12',
        statement: 'The value of a key is shown once.',
        rules: ['KEY-029'],
      },
      {
        id: 'AUTHENTICATION-13',
        statement: 'Keys can be rotated without a pause.',
        rules: ['KEY-016', 'KEY-015', 'KEY-038', 'KEY-039', 'KEY-040'],
      },
      {
        id: 'AUTHENTICATION-38',
        statement: 'A key opens what is its own client’s.',
        rules: ['KEY-201', 'KEY-202', 'KEY-203', 'KEY-204', 'KEY-205', 'KEY-206', 'KEY-207', 'KEY-208'],
      },
      {
        id: 'AUTHENTICATION-14',
        statement: 'Revocation is done in the dashboard.',
        reason: 'The dashboard is a page for people and no part of the interface.',
      },
    ],
    Scopes: [
      {
        id: 'AUTHENTICATION-16',
        statement: 'rates:read gates rates.',
        rules: ['SCOPE-002', 'SCOPE-102', 'SCOPE-201', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-17',
        statement: 'labels:write gates buying labels.',
        rules: ['SCOPE-003', 'SCOPE-103', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-18',
        statement: 'labels:write gates voiding labels.',
        rules: ['SCOPE-005', 'SCOPE-105', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-19',
        statement: 'labels:read gates reading labels.',
        rules: ['SCOPE-004', 'SCOPE-104', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-20',
        statement: 'labels:read gates downloads.',
        rules: ['SCOPE-012', 'SCOPE-112', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-21',
        statement: 'tracking:read gates reading trackers.',
        rules: ['SCOPE-006', 'SCOPE-106', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-22',
        statement: 'addresses:read gates validation.',
        rules: ['SCOPE-001', 'SCOPE-101', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-23',
        statement: 'carrier-accounts:read gates the carrier accounts.',
        rules: ['SCOPE-007', 'SCOPE-107', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-24',
        statement: 'batches:write gates creating batches.',
        rules: ['SCOPE-008', 'SCOPE-108', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-25',
        statement: 'batches:write gates buying batches.',
        rules: ['SCOPE-009', 'SCOPE-109', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-26',
        statement: 'batches:read gates reading batches.',
        rules: ['SCOPE-010', 'SCOPE-110', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-27',
        statement: 'wallet:read gates the wallet.',
        rules: ['SCOPE-011', 'SCOPE-111', 'SCOPE-201', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-28',
        statement: 'A scope that is missing is 403 AUTH.KEY.INSUFFICIENT_SCOPE.',
        rules: ['SCOPE-001', 'SCOPE-201', 'SCOPE-202', 'SCOPE-203', 'EXPL-007', 'SCOPE-204'],
      },
    ],
    'Refused keys': [
      {
        id: 'AUTHENTICATION-31',
        statement: 'A missing header is 401 AUTH.KEY.MISSING.',
        rules: ['KEY-112', 'KEY-101', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-32',
        statement: 'An unknown key is 401 AUTH.KEY.INVALID.',
        rules: ['KEY-002', 'KEY-003', 'KEY-026', 'KEY-031', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-33',
        statement: 'A malformed key is 401 AUTH.KEY.INVALID.',
        rules: ['KEY-004', 'KEY-005', 'KEY-006', 'KEY-030', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-34',
        statement: 'A revoked key is 401 AUTH.KEY.REVOKED.',
        rules: ['KEY-009', 'KEY-027', 'KEY-036', 'KEY-042', 'PDF-006', 'EXPL-007', 'KEY-041'],
      },
      {
        id: 'AUTHENTICATION-35',
        statement: 'A key is refused immediately after its revocation.',
        rules: ['KEY-010'],
      },
      {
        id: 'AUTHENTICATION-36',
        statement: 'A key past its expiration is 401 AUTH.KEY.EXPIRED.',
        rules: ['KEY-011', 'KEY-012', 'KEY-028', 'KEY-033', 'KEY-034', 'KEY-035', 'KEY-042', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-37',
        statement: 'A test key on a live resource is 403 AUTH.KEY.SANDBOX_IN_PRODUCTION.',
        rules: ['KEY-013', 'KEY-014', 'KEY-022', 'KEY-023', 'KEY-024', 'KEY-025', 'TRACK-012', 'EXPL-007'],
      },
    ],
  }),
  ...inSection('Errors', {
    Codes: [
      {
        id: 'ERRORS-19',
        statement: 'AUTH.KEY.MISSING is given where no key comes with the request.',
        rules: ['KEY-101', 'KEY-112', 'EXPL-007'],
      },
      {
        id: 'ERRORS-21',
        statement: 'AUTH.KEY.INVALID is given where the key has the wrong form, or nobody has it.',
        rules: ['KEY-002', 'KEY-004', 'EXPL-007'],
      },
      {
        id: 'ERRORS-23',
        statement: 'AUTH.KEY.REVOKED is given where the key was revoked.',
        rules: ['KEY-009', 'KEY-010', 'EXPL-007'],
      },
      {
        id: 'ERRORS-25',
        statement: 'AUTH.KEY.EXPIRED is given where the date of the key is past.',
        rules: ['KEY-011', 'KEY-012', 'EXPL-007'],
      },
      {
        id: 'ERRORS-27',
        statement: 'AUTH.KEY.INSUFFICIENT_SCOPE is given where the key is not allowed to do that.',
        rules: ['SCOPE-001', 'SCOPE-201', 'EXPL-007'],
      },
      {
        id: 'ERRORS-29',
        statement: 'AUTH.KEY.SANDBOX_IN_PRODUCTION is given where a test key asks for something live.',
        rules: ['KEY-013', 'KEY-014', 'EXPL-007'],
      },
    ],
  }),
]
