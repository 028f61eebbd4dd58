import { faultSteps, keySteps, purchaseSteps, requestSteps } from './postman-errors.ts'
import type { Folder } from './postman-step.ts'
import { walk } from './postman-walk.ts'

/** The requests of the collection in the order in which they run. */
export const folders: readonly Folder[] = [
  {
    name: 'From an address to a label, and back',
    description: 'Every operation once, in the order in which an integration meets them.',
    steps: walk,
  },
  {
    name: 'Errors of keys',
    description: 'By the keys of other standing that the account has from the start.',
    steps: keySteps,
  },
  {
    name: 'Errors of requests',
    description:
      'By what is asked for, or by a word in the name of the recipient (`--magic off` takes those away).',
    steps: requestSteps,
  },
  {
    name: 'Errors of purchases',
    description: 'A rate is quoted first for a recipient whose name asks for the error.',
    steps: purchaseSteps,
    before: {
      kind: 'quote',
      key: 'apiKey',
      recipient: "'sim:' + pm.info.requestName",
      variable: 'refusedRateId',
    },
  },
  {
    name: 'Errors by faults',
    description:
      'What only time or load brings about: the control protocol is asked first to let it happen once.',
    steps: faultSteps,
  },
]
