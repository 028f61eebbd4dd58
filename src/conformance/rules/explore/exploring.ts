import type { ActiveRule, Rule } from '../../rule.ts'
import { listStatements } from '../../section.ts'
import type { StatedFacts } from '../support/active.ts'
import { isolatedWallet } from '../support/money/isolated-wallet.ts'
import { rule } from '../support/rules-on.ts'

interface WalkRuleFacts extends Pick<StatedFacts<ActiveRule>, 'id' | 'judges' | 'title'> {
  readonly needs?: ActiveRule['needs']
}

/** Creates a rule that makes random calls (`t.explore`), and fails if the target breaks a statement of the specification in `judges`. */
const makeWalkRule = ({ id, judges, title, needs = ['key:test'] }: WalkRuleFacts): Rule =>
  rule(id, title)
    .with({ explores: true, needs })
    .judges(...judges)
    .by((t) => t.explore())

/** The needs of rules whose random calls must run in a new account, so that no other requests use its keys. */
const ownAccountNeeds = ['control:accounts'] as const

export const exploringRules: readonly Rule[] = [
  makeWalkRule({
    id: 'EXPL-001',
    judges: listStatements({
      STATES: [5, 6, 7, 10, 13, 19, 20, 21],
      SERVICE: [27, 31],
      ENDPOINTS: [87, 99],
      ERRORS: [57, 59, 61],
    }),
    title:
      'After any calls, a live purchase takes exactly its price from the wallet, and nothing else takes money.',
    needs: isolatedWallet,
  }),
  makeWalkRule({
    id: 'EXPL-002',
    judges: listStatements({
      STATES: [1, 3, 4, 5],
      SERVICE: [6],
      RESOURCES: [31, 33, 34, 35, 36, 37, 39, 41, 43, 45, 46, 47],
      ENDPOINTS: [22, 23, 24, 25, 27, 29, 31, 32],
      ERRORS: [39],
    }),
    title:
      'After any calls, rates are sorted and sold as quoted for 15 minutes, and a carrier that fails affects no other.',
  }),
  makeWalkRule({
    id: 'EXPL-003',
    judges: listStatements({
      STATES: [11, 12, 14, 15, 16, 17],
      CONVENTIONS: [6],
      SERVICE: [8, 28, 29],
      RESOURCES: [
        7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 51, 52, 53, 55, 56, 57, 58, 59, 60, 61,
        62, 63, 64, 65, 66, 67,
      ],
      ENDPOINTS: [52, 53, 54, 55, 59],
      AUTHENTICATION: [2],
      VERSIONING: [8],
    }),
    title:
      'After any calls, a label shows the values of its purchase, and can be voided once, until its package is scanned.',
  }),
  makeWalkRule({
    id: 'EXPL-004',
    judges: listStatements({
      STATES: [18, 22, 23, 24],
      RESOURCES: [88, 91, 92, 94, 95, 96, 97, 98, 102],
      ENDPOINTS: [85, 86, 87, 90, 91, 95, 96],
    }),
    title:
      'After any calls, a batch costs the sum of its items, is processed once, and is not affected by other batches.',
  }),
  makeWalkRule({
    id: 'EXPL-005',
    judges: listStatements({
      RESOURCES: [71, 72, 73, 75, 76, 77, 78, 79, 80, 81, 87],
      ENDPOINTS: [65, 68, 69, 71],
    }),
    title:
      'After any calls, a tracker has the registered number, shows every event of its carrier, and loses none.',
    needs: ownAccountNeeds,
  }),
  makeWalkRule({
    id: 'EXPL-006',
    judges: listStatements({
      EVENTS: [
        2, 4, 5, 6, 9, 10, 12, 13, 14, 15, 16, 17, 19, 20, 21, 24, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38,
      ],
      RESOURCES: [108, 109, 110, 111],
    }),
    title:
      'After any calls, the client’s webhook gets an event for each purchase, with retries on schedule until it accepts one.',
    needs: ownAccountNeeds,
  }),
  makeWalkRule({
    id: 'EXPL-007',
    judges: listStatements({
      AUTHENTICATION: [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36, 37],
      ERRORS: [19, 21, 23, 25, 27, 29],
    }),
    title:
      'After any calls, each key is accepted or refused by its environment, scopes, revocation and expiration.',
    needs: ownAccountNeeds,
  }),
  makeWalkRule({
    id: 'EXPL-008',
    judges: listStatements({
      LIMITS: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 21, 22, 24],
      ERRORS: [31],
    }),
    title: 'After any calls, each key has its own limit at each endpoint, and each request uses one of it.',
    needs: ownAccountNeeds,
  }),
  makeWalkRule({
    id: 'EXPL-009',
    judges: listStatements({
      ENDPOINTS: [37, 54, 59, 69, 76, 91, 96, 101],
      SERVICE: [11],
      RESOURCES: [45],
      EVENTS: [6],
      ERRORS: [53],
    }),
    title:
      'After any calls, no client sees or changes resources of another client, and no id works for another kind of resource.',
    needs: ownAccountNeeds,
  }),
  makeWalkRule({
    id: 'EXPL-010',
    judges: listStatements({
      ERRORS: [
        1, 3, 5, 6, 8, 10, 11, 12, 15, 16, 17, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 37, 38, 39, 40, 42, 44,
        46, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 64, 66, 68, 69, 70, 71, 72, 73, 74,
        75, 76, 78, 80, 81, 82, 83,
      ],
      CONVENTIONS: [3],
      ENDPOINTS: [3],
      LIMITS: [21, 22, 23, 25, 26],
    }),
    title: 'After any calls, every response has all headers, its own request id and the documented fields.',
    needs: ownAccountNeeds,
  }),
]
