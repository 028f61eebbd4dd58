import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isJson, type Json, resolveRef } from '../../scripts/openapi/json.ts'
import { createAccount } from '../support/account.ts'
import { controlBodies } from '../support/full-bodies.ts'
import { projectFile } from '../support/project.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { TestClient } from '../support/test-client.ts'

/**
 * Checks that a control call needs a body exactly if its OpenAPI document says so. If a body lacks a field, the error
 * must be a documented one.
 */

const { url } = sharedSimulator()
const client = new TestClient(url)
const document: Json = JSON.parse(readFileSync(projectFile('schemas/control-openapi.json'), 'utf8'))

const calls = Object.entries(Object(document['paths'])).flatMap(([path, item]) =>
  Object.entries(Object(item)).flatMap(([method, operation]) => {
    const { requestBody, 'x-error-codes': codes } = Object(operation)
    if (requestBody === undefined) return []
    const name = `${method.toUpperCase()} ${path}`
    return [{ name, method: method.toUpperCase(), path, isRequired: requestBody.required === true, codes }]
  }),
)

describe.each(calls)('the OpenAPI document of $name', ({ name, method, path, isRequired, codes }) => {
  it('a control call without a body is refused exactly if its OpenAPI document requires a body', async () => {
    const account = await createAccount(url)
    const { status } = await client.send({ method, path: fillPath(path, account.id) })
    expect(status === 422).toBe(isRequired)
  })

  it('a control call refuses a body without one of its fields with a documented error code', async () => {
    const account = await createAccount(url)
    for (const body of controlBodies[name] ?? [])
      for (const lacking of [{}, ...removeEachField(body)]) {
        if (name === 'POST /accounts') Object.assign(lacking, { id: `${account.id}-${counted++}` })
        const { status, body: answer } = await client.send({
          method,
          path: fillPath(path, account.id),
          body: lacking,
        })
        const { code } = Object(Object(answer).error)
        if (status >= 400) expect([lacking, codes]).toEqual([lacking, expect.arrayContaining([code])])
      }
  })
})

let counted = 0

function fillPath(path: string, account: string): string {
  return `/_drydock${path.replace('{account}', account).replace('{number}', '99990000').replace('{name}', 'kept')}`
}

/** Returns a body without one of its fields, and with each nested object empty or without one field. */
function* removeEachField(body: object): Generator<object> {
  for (const [name, value] of Object.entries(body)) {
    yield Object.fromEntries(Object.entries(body).filter(([other]) => other !== name))
    if (isJson(value)) for (const inner of [{}, ...removeEachField(value)]) yield { ...body, [name]: inner }
  }
}

it('the OpenAPI document describes the body of a snapshot, and the 413 with its maximum size', () => {
  const { requestBody, responses } = Object(document['paths'])['/accounts/{account}/snapshot'].put
  expect(requestBody.content['application/json'].schema.$ref).toBe('#/components/schemas/Snapshot')
  const { content } = Object(resolveRef(document, responses[413]))
  const { 'REQUEST.BODY.TOO_LARGE': example } = content['application/json'].examples
  expect(example.value.error.suggestion).toBe('Send at most 256 MiB.')
})
