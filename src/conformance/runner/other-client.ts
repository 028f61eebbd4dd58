import { Unsafe } from '../http/failures.ts'
import type { RuleContext } from '../rule-context.ts'
import { dropAccount, type MadeAccount, makeAccount } from '../target/discovery.ts'
import { hasOwnAccounts } from '../target/target.ts'
import type { RuleExecution } from './rule-execution.ts'

/** A second account for a rule, made when the rule asks for it. */
export interface OtherClient {
  readonly keys: RuleContext['otherClient']
  /** Deletes the account. Only the run waits for it. */
  putAway(): void
}

/** Opens a rule's second account without making it. */
export function openOtherClient({ rule, run }: RuleExecution): OtherClient {
  const { control } = run.target
  let making: Promise<MadeAccount> | undefined
  return {
    keys: async () => {
      if (control === undefined || !hasOwnAccounts(run.target)) {
        throw new Unsafe(`${rule.id} asks for another client without needing control:accounts`)
      }
      making ??= makeAccount(control.client)
      return (await making).keys
    },
    putAway: () => {
      if (making === undefined || control === undefined) return
      const drop = async (made: MadeAccount): Promise<void> => {
        if (await dropAccount(control.client, made.id)) return
        run.leftovers.push({
          kind: 'account',
          id: made.id,
          note: `made for ${rule.id}, could not be deleted`,
        })
      }
      // If the account could not be made, the rule has ended with that error.
      run.clearing.push(making.then(drop, () => undefined))
    },
  }
}
