import { describe, expect, it } from 'vitest'
import {
  downloadLabel,
  downloadSandboxLabel,
  endpointNames,
  getOperation,
  operationNames,
} from './operations.ts'

/**
 * The endpoints, scopes and limits once more, to compare with the table of operations (specification, Every endpoint;
 * choices 8, 15).
 */
const endpoints = `
POST   /v1/addresses/validate    addresses:read         200 200
POST   /v1/rates                 rates:read             100 200
POST   /v1/labels                labels:write            60 201
GET    /v1/labels/{id}           labels:read            300 200
DELETE /v1/labels/{id}           labels:write            30 200
POST   /v1/trackers              tracking:read          200 201
GET    /v1/trackers/{id}         tracking:read          300 200
GET    /v1/carrier-accounts      carrier-accounts:read  300 200
POST   /v1/batches               batches:write           10 201
POST   /v1/batches/{id}/buy      batches:write           10 202
GET    /v1/batches/{id}          batches:read           300 200
GET    /v1/wallet                wallet:read            300 200
GET    /v1/webhooks/deliveries   -                      300 200
`

describe('the operations of the specification', () => {
  it('the table of operations has the thirteen operations of the specification, with their scopes, rate limits and statuses', () => {
    const rows = operationNames
      .map(getOperation)
      .map(({ method, path, scope, limitPerMinute, successStatus }) =>
        [method, path, scope ?? '-', limitPerMinute, successStatus].join(' '),
      )
    expect(rows.sort()).toEqual(
      endpoints
        .trim()
        .split('\n')
        .map((row) => row.split(/ +/).join(' '))
        .sort(),
    )
  })

  it('the table of operations has the endpoint of each operation in the order of the specification', () => {
    expect(endpointNames).toEqual(
      operationNames.map(getOperation).map(({ method, path }) => `${method} ${path}`),
    )
  })

  it('the download of a label has a rate limit of its own', () => {
    const downloads = [downloadLabel, downloadSandboxLabel]
    expect(downloads.map(({ limitPerMinute }) => limitPerMinute)).toEqual([300, 300])
    expect(downloads.map(({ scope }) => scope)).toEqual(['labels:read', null])
    const names = [...downloads.map(({ name }) => name), ...operationNames]
    expect(new Set(names).size).toBe(names.length)
  })
})
