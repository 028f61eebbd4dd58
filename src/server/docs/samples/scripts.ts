import {
  type Language,
  quoteWithBackslash,
  renderIndexes,
  toVariableName,
  writeLiteral,
  writeTextExpression,
} from './writing.ts'

/** The scripting languages of the sample programs. Their programs parse responses as JSON. */

export const javascript: Language = {
  id: 'javascript',
  name: 'JavaScript',
  file: 'sample.mjs',
  command: 'node sample.mjs',
  comment: '//',
  text: writeTextExpression,
  body: (value) =>
    writeLiteral(value, { text: writeTextExpression, key: (name) => `${name}: `, braces: ['{', '}'] }),
  send: (words) => `await send(${words.join(', ')})`,
  keep: ({ variable, path }, response) =>
    `const ${toVariableName(variable)} = JSON.parse(${response})${path.map((each) => (typeof each === 'number' ? `[${each}]` : `.${each}`)).join('')}`,
  print: (response) => `console.log(String(${response}))`,
  save: (file, response) => `writeFileSync(${JSON.stringify(file)}, ${response})`,
  program: ({ url, key }, statements) => `
${statements.includes('writeFileSync') ? "import { writeFileSync } from 'node:fs'\n\n" : ''}const url = ${JSON.stringify(url)}
const headers = { Authorization: ${JSON.stringify(`Bearer ${key}`)}, "Content-Type": "application/json" }

async function send(method, path, body) {
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  return Buffer.from(await response.arrayBuffer())
}

${statements}`,
}

export const python: Language = {
  id: 'python',
  name: 'Python',
  file: 'sample.py',
  command: 'python3 sample.py',
  comment: '#',
  text: writeTextExpression,
  body: (value) =>
    writeLiteral(value, {
      text: writeTextExpression,
      key: (name) => `${JSON.stringify(name)}: `,
      braces: ['{', '}'],
    }),
  send: (words) => `send(${words.join(', ')})`,
  keep: ({ variable, path }, response) =>
    `${toVariableName(variable)} = json.loads(${response})${renderIndexes(JSON.stringify, path)}`,
  print: (response) => `print(${response}.decode())`,
  save: (file, response) => `open(${JSON.stringify(file)}, "wb").write(${response})`,
  program: ({ url, key }, statements) => `
import json
from urllib.request import Request, urlopen

URL = ${JSON.stringify(url)}
HEADERS = {"Authorization": ${JSON.stringify(`Bearer ${key}`)}, "Content-Type": "application/json"}

def send(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(URL + path, data, HEADERS, method=method)) as response:
        return response.read()

${statements}`,
}

const writePhpText = (template: string): string =>
  writeTextExpression(template, {
    quote: quoteWithBackslash,
    plus: ' . ',
    id: (variable) => `$${toVariableName(variable)}`,
  })

export const php: Language = {
  id: 'php',
  name: 'PHP',
  file: 'sample.php',
  command: 'php sample.php',
  comment: '//',
  text: writePhpText,
  body: (value) =>
    writeLiteral(value, {
      text: writePhpText,
      key: (name) => `${quoteWithBackslash(name)} => `,
      braces: ['[', ']'],
    }),
  send: (words) => `send(${words.join(', ')})`,
  keep: ({ variable, path }, response) =>
    `$${toVariableName(variable)} = json_decode(${response}, true)${renderIndexes(quoteWithBackslash, path)};`,
  print: (response) => `echo ${response}, "\\n";`,
  save: (file, response) => `file_put_contents(${quoteWithBackslash(file)}, ${response});`,
  program: ({ url, key }, statements) => `
<?php
const URL = ${quoteWithBackslash(url)};
const HEADERS = [${quoteWithBackslash(`Authorization: Bearer ${key}`)}, 'Content-Type: application/json'];

function send(string $method, string $path, ?array $body = null): string
{
  $content = $body === null ? '' : json_encode($body);
  $http = ['method' => $method, 'header' => HEADERS, 'content' => $content, 'ignore_errors' => true];
  return file_get_contents(URL . $path, false, stream_context_create(['http' => $http]));
}

${statements}`,
}

const writeRubyText = (template: string): string =>
  writeTextExpression(template, { quote: quoteWithBackslash })

export const ruby: Language = {
  id: 'ruby',
  name: 'Ruby',
  file: 'sample.rb',
  command: 'ruby sample.rb',
  comment: '#',
  text: writeRubyText,
  body: (value) =>
    writeLiteral(value, { text: writeRubyText, key: (name) => `${name}: `, braces: ['{', '}'] }),
  send: (words) => `request(${words.join(', ')})`,
  keep: ({ variable, path }, response) =>
    `${toVariableName(variable)} = JSON.parse(${response})${renderIndexes(quoteWithBackslash, path)}`,
  print: (response) => `puts ${response}`,
  save: (file, response) => `File.binwrite(${quoteWithBackslash(file)}, ${response})`,
  program: ({ url, key }, statements) => `
require 'json'
require 'net/http'

URL = ${quoteWithBackslash(url)}
HEADERS = { 'Authorization' => ${quoteWithBackslash(`Bearer ${key}`)}, 'Content-Type' => 'application/json' }

def request(method, path, body = nil)
  uri = URI(URL + path)
  Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|
    http.send_request(method, uri.path, body && JSON.generate(body), HEADERS).body
  end
end

${statements}`,
}
