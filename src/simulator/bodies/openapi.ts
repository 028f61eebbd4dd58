import * as z from 'zod'

/** An OpenAPI document. Its fields are not described here, because the OpenAPI specification defines them. */
export const openapiBody = z.looseObject({}).meta({
  id: 'OpenapiDocument',
  description: 'An OpenAPI document.',
})
