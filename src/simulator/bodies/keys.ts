import type { Environment } from '../specification/model.ts'
import type { Scope } from '../specification/scopes.ts'

/** A key as the control protocol lists it: never its value. */
export interface KeyBody {
  readonly id: string
  readonly prefix: string
  readonly last_four: string
  readonly environment: Environment
  readonly scopes: readonly Scope[]
  readonly created_at: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
}
