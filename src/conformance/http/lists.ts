import type { Answer } from './answer.ts'
import { endpointOf } from './cause.ts'
import { expectSuccess } from './expect.ts'
import { RuleBroken } from './failures.ts'
import { fieldsOf, isObject } from './fields.ts'
import { showValue } from './show.ts'

/**
 * Returns the list in a successful response. The specification does not say where lists are in the body. So the list
 * may be the body itself, or be inside one or two objects: under this name or a similar one, under a general name such
 * as `data`, or as the only list. Throws RuleBroken if there is no such list, or if several lists fit.
 */
export function expectList(answer: Answer, name: string): readonly unknown[] {
  const body = expectSuccess(answer)
  if (Array.isArray(body)) return body
  const lists = findLists(body)
  const filled = lists.filter(({ list }) => list.some(isObject))
  const found =
    lists.find((each) => each.name === name) ??
    lists.find((each) => splitIntoWords(each.name).at(-1) === splitIntoWords(name).at(-1)) ??
    lists.find((each) => /^(?:data|items|results?|entries|records|values|list)$/i.test(each.name)) ??
    onlyElementOf(lists) ??
    onlyElementOf(filled)
  if (found !== undefined) return found.list
  // The specification names the list `rates`, so a missing list is reported as a missing field.
  if (name === 'rates') return fieldsOf(body, '', answer).list(name)
  throw new RuleBroken({
    expected: `a list of ${name}`,
    actual: `a body of ${showValue(body)}`,
    answer,
    cause: { kind: 'wrong-body', endpoint: endpointOf(answer) },
  })
}

interface NamedList {
  readonly name: string
  readonly list: readonly unknown[]
}

/** Returns the lists in the fields of an object, then the lists in the objects inside it. */
function findLists(body: unknown): readonly NamedList[] {
  const own = isObject(body) ? Object.entries(body) : []
  const inner = own.flatMap(([, value]) => (isObject(value) ? Object.entries(value) : []))
  return [...own, ...inner].flatMap(([name, list]) => (Array.isArray(list) ? [{ name, list }] : []))
}

/** Splits the name of a field into words, in lower case and the singular: `carrierAccounts` becomes `carrier` and `account`. */
function splitIntoWords(name: string): readonly string[] {
  return name
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
}

function onlyElementOf<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined
}
