import * as z from 'zod'
import { addFault } from '../../simulator/faults/add-fault.ts'
import { buildFaultBody } from '../../simulator/faults/fault-body.ts'
import { removeFault } from '../../simulator/faults/remove-fault.ts'
import { isObject } from '../../simulator/requests/json-body.ts'
import { failNotFound } from '../http/not-found.ts'
import { type ControlRoute, defineAccountRoute, defineBodyRoute, noContent } from './route.ts'

/** The schema of any object. zod's `record` would parse each field, which takes long for thousands of fields. */
const anything = z.custom<Readonly<Record<string, unknown>>>(isObject, 'must be an object')

export const faultRoutes: readonly ControlRoute[] = [
  defineBodyRoute('POST', '/faults', anything, (context, input) => ({
    status: 201,
    body: buildFaultBody(addFault(context, input)),
  })),
  defineAccountRoute('GET', '/faults', ({ state }) => ({
    status: 200,
    body: { faults: [...state.faults.values()].map(buildFaultBody) },
  })),
  defineAccountRoute('DELETE', '/faults', (context) => {
    for (const id of [...context.state.faults.keys()]) removeFault(context, id)
    return noContent
  }),
  defineAccountRoute('DELETE', '/faults/{fault}', (context, { param }) => {
    if (!removeFault(context, param('fault'))) failNotFound('fault', param('fault'))
    return noContent
  }),
]
