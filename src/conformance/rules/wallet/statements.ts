import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('What the service does', {
    'What a client can do': [
      {
        id: 'SERVICE-7',
        statement: 'Labels are paid from a prepaid wallet.',
        rules: ['WALLET-002', 'WALLET-003'],
      },
      {
        id: 'SERVICE-18',
        statement: 'The balance of the wallet can be read.',
        rules: ['WALLET-001', 'WALLET-004', 'WALLET-007'],
      },
    ],
    'Production and sandbox': [
      {
        id: 'SERVICE-23',
        statement: 'Production charges the wallet.',
        rules: ['WALLET-002'],
      },
    ],
    'The prepaid wallet': [
      {
        id: 'SERVICE-35',
        statement: 'The wallet is not funded through the API.',
        rules: ['WALLET-013'],
      },
      {
        id: 'SERVICE-31',
        statement: 'The wallet reloads itself.',
        rules: ['WALLET-005', 'BATCH-110', 'EXPL-001'],
      },
      {
        id: 'SERVICE-32',
        statement: 'A wallet is funded with 5 dollars at least.',
        rules: ['WALLET-008'],
      },
      {
        id: 'SERVICE-33',
        statement: 'Accounts, keys, cards, funding and webhooks are set up in a web dashboard.',
        reason:
          'The dashboard is a page for people and no part of the interface; that it exists shows on no answer.',
      },
    ],
  }),
  ...inSection('Resources and their fields', {
    Label: [
      {
        id: 'RESOURCES-64',
        statement: 'wallet_balance_after_cents is the balance after the purchase.',
        rules: ['WALLET-003', 'WALLET-002', 'WALLET-005', 'EXPL-003'],
      },
    ],
  }),
  ...inSection('States and transitions', {
    'States of a label': [
      {
        id: 'STATES-6',
        statement: 'A purchase charges the wallet with a live key.',
        rules: ['WALLET-002', 'WALLET-009', 'WALLET-010', 'WALLET-012', 'EXPL-001', 'WALLET-014'],
      },
      {
        id: 'STATES-13',
        statement: 'A void charges nothing.',
        rules: ['WALLET-011', 'EXPL-001'],
      },
    ],
  }),
  ...inSection('Endpoints', {
    'GET /v1/wallet': [
      {
        id: 'ENDPOINTS-97',
        statement: 'There is GET /v1/wallet.',
        rules: ['WALLET-001', 'KEY-112'],
      },
      {
        id: 'ENDPOINTS-99',
        statement: 'The wallet is read with its balance.',
        rules: ['WALLET-001', 'WALLET-004', 'WALLET-007', 'EXPL-001'],
      },
    ],
  }),
  ...inSection('Authentication', {
    Keys: [
      {
        id: 'AUTHENTICATION-3',
        statement: 'pr_live_ is charged from the wallet.',
        rules: ['WALLET-002'],
      },
    ],
  }),
  ...inSection('Limits', {
    'Other constants': [
      {
        id: 'LIMITS-32',
        statement: 'The minimum funding is 5 US dollars.',
        rules: ['WALLET-008'],
      },
    ],
  }),
]
