import { describe, expect, it } from 'vitest'
import { operationNamed, operations } from './operations.ts'
import { readTryForm, type TryPart, tryFormOf } from './try-form.ts'

function operation(name: string) {
  const found = operationNamed(name)
  if (found === undefined) throw new Error(`There is no operation ${name}.`)
  return found
}

/** Returns the values of a form as a browser sends it, unchanged. */
function examplesIn(parts: readonly TryPart[]): Record<string, string> {
  return Object.fromEntries(
    parts.flatMap((part) =>
      part.kind === 'group' ? Object.entries(examplesIn(part.parts)) : [[part.name, part.example]],
    ),
  )
}

describe('the form of an operation', () => {
  it.each(operations.map((each) => [each.name, each] as const))(
    'the form of %s, sent unchanged, sends the documented example',
    (_, each) => {
      const { parameters, body } = tryFormOf(each)
      const sent = readTryForm(each, examplesIn([...parameters, ...(body ?? [])]))
      expect(sent.path).not.toContain('{')
      expect(sent.body === undefined ? undefined : JSON.parse(sent.body)).toEqual(each.request?.example)
    },
  )

  it('lists the fields of an address that the document describes only once', () => {
    const group = tryFormOf(operation('createRates')).body?.find(({ label }) => label === 'to_address')
    expect(group?.kind === 'group' ? group.parts.map(({ name }) => name) : []).toContain(
      'body.to_address.city',
    )
  })

  it('leaves out empty fields, and objects of empty fields', () => {
    const { body } = readTryForm(operation('createRates'), {
      'body.parcel.length': '10.5',
      'body.parcel.width': 'wide',
      'body.from_address.city': '',
    })
    // A text that is no number is sent as it is, so that the service refuses it.
    expect(JSON.parse(body ?? '')).toEqual({ parcel: { length: 10.5, width: 'wide' } })
  })

  it('refuses a list that is no JSON', () => {
    expect(() => readTryForm(operation('createBatch'), { 'body.items': '[' })).toThrow(
      'items must be JSON, such as the example',
    )
  })

  it.each(['', '.', '..'])('refuses "%s" as an id in the path', (id) => {
    expect(() => readTryForm(operation('getLabel'), { 'path.id': id })).toThrow(`cannot be "${id}"`)
  })

  it('encodes an id in the path', () => {
    expect(readTryForm(operation('getLabel'), { 'path.id': 'a/b?c' }).path).toBe('/v1/labels/a%2Fb%3Fc')
  })
})
