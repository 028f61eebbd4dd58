import type { Answer } from '../../../http/answer.ts'
import { expectSuccess } from '../../../http/expect.ts'
import { isObject } from '../../../http/fields.ts'
import { expectList } from '../../../http/lists.ts'

/**
 * Returns the list of the carrier accounts in a response. The body may have a list or an object by id, because the
 * specification leaves the form open. Throws RuleBroken.
 */
export function readCarrierAccounts(answer: Answer): readonly unknown[] {
  const body = expectSuccess(answer)
  const wrapped = isObject(body) ? (body['carrier_accounts'] ?? body['data'] ?? body) : undefined
  const byId = isObject(wrapped) ? Object.values(wrapped) : undefined
  return byId?.every(isObject) === true ? byId : expectList(answer, 'carrier_accounts')
}
