import { authenticationStatements } from './authentication.ts'
import { endpointStatements } from './endpoints.ts'
import { errorStatements } from './errors.ts'
import { eventStatements } from './events.ts'
import { limitStatements } from './limits.ts'
import { resourceStatements } from './resources.ts'
import { conventionStatements, serviceStatements, versionStatements } from './service.ts'
import type { Statement, StatementId } from './statement.ts'
import { stateStatements } from './states.ts'

/** Everything that the specification states and that could be true or false on the wire. */
export const ledger: readonly Statement[] = [
  ...conventionStatements,
  ...serviceStatements,
  ...resourceStatements,
  ...stateStatements,
  ...endpointStatements,
  ...authenticationStatements,
  ...eventStatements,
  ...errorStatements,
  ...limitStatements,
  ...versionStatements,
]

/** Ids of statements that are gone, so that nothing else is ever called so. */
export const retiredStatements: readonly StatementId[] = []
