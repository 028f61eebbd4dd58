import { JsonText } from '../json-pieces.ts'
import { controlDocument } from '../openapi.ts'
import type { ControlRoute } from './route.ts'

/** The protocol as an OpenAPI document: an addition to it of our own. */
export const openapiRoute: ControlRoute = {
  method: 'GET',
  path: '/openapi.json',
  run: ({ urlAskedAt }) => ({ status: 200, body: new JsonText(controlDocument('json', urlAskedAt)) }),
}
