import type { RuleContext } from '../rule-context.ts'
import { dropAccount, type MadeAccount, makeAccount } from '../target/discovery.ts'
import { hasOwnAccounts } from '../target/target.ts'
import { Unsafe } from '../wire/failures.ts'
import type { RuleExecution } from './rule-execution.ts'

/** A second client beside the rule's own, made when it is asked for. */
export interface OtherClient {
  readonly keys: RuleContext['otherClient']
  /** Nobody has to wait for it but the run itself. */
  putAway(): void
}

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
      // Where it could not be made, the rule has said so.
      run.clearing.push(making.then(drop, () => undefined))
    },
  }
}
