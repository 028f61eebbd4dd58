import { authenticationStatements } from './authentication.ts'
import { endpointStatements } from './endpoints.ts'
import { errorStatements } from './errors.ts'
import { eventStatements } from './events.ts'
import { limitStatements } from './limits.ts'
import { resourceStatements } from './resources.ts'
import { serviceStatements } from './service.ts'
import type { Statement } from './statement.ts'
import { stateStatements } from './states.ts'

/** Everything that the specification states and that could be true or false on the wire. */
export const ledger: readonly Statement[] = [
  ...serviceStatements,
  ...resourceStatements,
  ...stateStatements,
  ...endpointStatements,
  ...authenticationStatements,
  ...eventStatements,
  ...errorStatements,
  ...limitStatements,
]
