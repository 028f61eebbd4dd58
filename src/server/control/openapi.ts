import { renderControlDocument } from '../documents/openapi.ts'
import { JsonText } from '../http/json-pieces.ts'
import type { ControlRoute } from './route.ts'

/** Serves the OpenAPI document of the control protocol. This call is Drydock's addition to the protocol. */
export const openapiRoute: ControlRoute = {
  method: 'GET',
  path: '/openapi.json',
  run: ({ urlAskedAt }) => ({ status: 200, body: new JsonText(renderControlDocument('json', urlAskedAt)) }),
}
