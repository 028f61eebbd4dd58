import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import seed from '../../fixtures/seed.json' with { type: 'json' }
import { isJson, type Json } from '../../scripts/openapi/json.ts'
import { startDrydockServer } from '../../src/server/drydock-server.ts'
import { errorCodes } from '../../src/simulator/specification/errors.ts'
import { projectFile } from '../support/project.ts'
import { TestClient } from '../support/test-client.ts'

/** Checks that the examples of the service's document describe one account, so their ids and amounts fit together. */

const document: Json = JSON.parse(readFileSync(projectFile('schemas/openapi.json'), 'utf8'))

const findResponseExample = (method: string, path: string) => {
  const { responses } = Object(document['paths'])[path][method]
  const [status = ''] = Object.keys(responses).filter((each) => each.startsWith('2'))
  return responses[status].content['application/json'].examples.recorded.value
}
const findRequestExample = (path: string) =>
  Object(document['paths'])[path].post.requestBody.content['application/json'].examples.recorded.value

const { rates } = findResponseExample('post', '/v1/rates')
const label = findResponseExample('post', '/v1/labels')
const [rate] = rates

it('the label in the OpenAPI examples is a label for the rate in the example of a purchase', () => {
  expect(findRequestExample('/v1/labels')).toEqual({ rate_id: rate.id })
  expect(label).toMatchObject({ carrier: rate.carrier, service: rate.service, rate_cents: rate.rate_cents })
})

it('the batch in the OpenAPI examples costs the sum of its items', () => {
  const { items } = findRequestExample('/v1/batches')
  expect(items[0]).toMatchObject({
    rate_id: rate.id,
    carrier: rate.carrier,
    service: rate.service,
    rate_cents: rate.rate_cents,
  })
  const sum = items.reduce((total: number, item: Json) => total + Number(item['rate_cents']), 0)
  for (const batch of [
    findResponseExample('post', '/v1/batches'),
    findResponseExample('post', '/v1/batches/{id}/buy'),
    findResponseExample('get', '/v1/batches/{id}'),
  ])
    expect(batch['total_cost_cents']).toBe(sum)
})

it('every label and tracker id in the OpenAPI examples belongs to a resource in another example', () => {
  const { deliveries } = findResponseExample('get', '/v1/webhooks/deliveries')
  const { items } = findResponseExample('get', '/v1/batches/{id}')
  const bought = [label['id'], items[0].label_id]
  expect(deliveries.map(({ label_id }: Json) => label_id).sort()).toEqual(bought.sort())
  for (const method of ['get', 'delete'])
    expect(findResponseExample(method, '/v1/labels/{id}')['id']).toBe(label['id'])
  expect(findResponseExample('get', '/v1/trackers/{id}')['id']).toBe(
    findResponseExample('post', '/v1/trackers')['id'],
  )
})

it('the event in the OpenAPI examples is about the example label and has a correct signature', () => {
  const { parameters, requestBody } = Object(document['webhooks'])['label.created'].post
  const event = requestBody.content['application/json'].examples.recorded.value
  expect(event.data).toMatchObject({ id: label['id'], tracking_number: label['tracking_number'] })
  const hmac = createHmac('sha256', seed.signing_secret).update(JSON.stringify(event)).digest('hex')
  expect(parameters[0].example).toBe(`sha256=${hmac}`)
  expect(parameters[0].description).toContain(seed.signing_secret)
})

it('each request example of the OpenAPI document gets the documented status from a simulator', async () => {
  const server = await startDrydockServer({ port: 0 })
  const client = new TestClient(server.url)
  const world = JSON.parse(readFileSync(projectFile('schemas/world.json'), 'utf8'))
  const loaded = { method: 'PUT', path: '/_drydock/accounts/default/snapshot', body: world }
  expect((await client.send(loaded)).status).toBe(204)
  for (const [path, item] of Object.entries(Object(document['paths'])))
    for (const [method, operation] of Object.entries(Object(item))) {
      const { operationId, parameters = [], requestBody, responses } = Object(operation)
      const body = requestBody?.content['application/json'].examples.recorded.value
      const [key] = seed.keys.map(({ value }) => value)
      const asked = path.replace('{id}', parameters[0]?.example)
      const headers = { Host: '127.0.0.1:4010' }
      const sent = { method: method.toUpperCase(), path: asked, key: key ?? null, headers }
      const answer = await client.send({ ...sent, ...(body !== undefined && { body }) })
      expect([operationId, String(answer.status)]).toEqual([operationId, Object.keys(responses)[0]])
      if (/^(getLabel|getTracker|listCarrierAccounts|validateAddress)$/.test(operationId))
        expect(answer.body).toEqual(findResponseExample(method, path))
    }
  await server.close()
})

it('each link of the OpenAPI document leads from an id in a response to a parameter or field of an operation', () => {
  const operations = Object.values<Json>(Object(document['paths'])).flatMap((item) =>
    Object.values(Object(item)),
  )
  const links = operations.flatMap((each) => {
    const [success] = Object.values<Json>(Object(each).responses)
    const example = Object(success?.['content'])['application/json']?.examples.recorded.value
    return Object.values(Object(success?.['links'])).map((link) => ({ link: Object(link), example }))
  })
  expect(links.length).toBeGreaterThan(6)
  for (const { link, example } of links) {
    const target = Object(operations.find((each) => Object(each).operationId === link.operationId))
    const body = target.requestBody?.content['application/json'].examples.recorded.value
    const places = { ...body, ...(target.parameters?.[0]?.name === 'id' && { id: true }) }
    for (const [name, value] of Object.entries({ ...link.parameters, ...link.requestBody })) {
      expect([link.operationId, Object.keys(places)]).toEqual([
        link.operationId,
        expect.arrayContaining([name]),
      ])
      const path = String(value).replace('$response.body#/', '').split('/')
      expect(path.reduce((inner, part) => Object(inner)[part], example)).toMatch(/^[a-z]+_/)
    }
  }
})

it('no error in the OpenAPI examples has scopes or a carrier message that contradict its code', () => {
  const errors = listErrors(document)
  expect(errors.length).toBeGreaterThan(40)
  for (const { code, required_scope, key_scopes, raw_carrier_error } of errors) {
    if (code === 'AUTH.KEY.INSUFFICIENT_SCOPE') expect(key_scopes).not.toContain(required_scope)
    if (code === 'CARRIER.ERROR.UNKNOWN') expect(errorCodes).not.toContain(raw_carrier_error)
  }
})

function listErrors(value: unknown): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap(listErrors)
  if (!isJson(value)) return []
  const { error } = value
  const own = isJson(error) && typeof error['request_id'] === 'string' ? [error] : []
  return [...own, ...Object.values(value).flatMap(listErrors)]
}
