import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('Endpoints', {
    'GET /v1/labels/{id}/download': [
      {
        id: 'ENDPOINTS-55',
        statement: 'The PDF is served at /v1/labels/{id}/download.',
        rules: ['PDF-001', 'PDF-004', 'PDF-007', 'EXPL-003'],
      },
    ],
  }),
]
