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
  writeText: writeTextExpression,
  writeBody: (value) =>
    writeLiteral(value, {
      writeText: writeTextExpression,
      writeKey: (name) => `${name}: `,
      braces: ['{', '}'],
    }),
  writeRequest: (words) => `await send(${words.join(', ')})`,
  writeIdVariable: ({ variable, path }, response) =>
    `const ${toVariableName(variable)} = JSON.parse(${response})${path.map((each) => (typeof each === 'number' ? `[${each}]` : `.${each}`)).join('')}`,
  writePrint: (response) => `console.log(String(${response}))`,
  writeFileSave: (file, response) => `writeFileSync(${JSON.stringify(file)}, ${response})`,
  writeProgram: ({ url, key }, statements) => `
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
  writeText: writeTextExpression,
  writeBody: (value) =>
    writeLiteral(value, {
      writeText: writeTextExpression,
      writeKey: (name) => `${JSON.stringify(name)}: `,
      braces: ['{', '}'],
    }),
  writeRequest: (words) => `send(${words.join(', ')})`,
  writeIdVariable: ({ variable, path }, response) =>
    `${toVariableName(variable)} = json.loads(${response})${renderIndexes(JSON.stringify, path)}`,
  writePrint: (response) => `print(${response}.decode())`,
  writeFileSave: (file, response) => `open(${JSON.stringify(file)}, "wb").write(${response})`,
  writeProgram: ({ url, key }, statements) => `
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
    writeVariable: (variable) => `$${toVariableName(variable)}`,
  })

export const php: Language = {
  id: 'php',
  name: 'PHP',
  file: 'sample.php',
  command: 'php sample.php',
  comment: '//',
  writeText: writePhpText,
  writeBody: (value) =>
    writeLiteral(value, {
      writeText: writePhpText,
      writeKey: (name) => `${quoteWithBackslash(name)} => `,
      braces: ['[', ']'],
    }),
  writeRequest: (words) => `send(${words.join(', ')})`,
  writeIdVariable: ({ variable, path }, response) =>
    `$${toVariableName(variable)} = json_decode(${response}, true)${renderIndexes(quoteWithBackslash, path)};`,
  writePrint: (response) => `echo ${response}, "\\n";`,
  writeFileSave: (file, response) => `file_put_contents(${quoteWithBackslash(file)}, ${response});`,
  writeProgram: ({ url, key }, statements) => `
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
  writeText: writeRubyText,
  writeBody: (value) =>
    writeLiteral(value, { writeText: writeRubyText, writeKey: (name) => `${name}: `, braces: ['{', '}'] }),
  writeRequest: (words) => `request(${words.join(', ')})`,
  writeIdVariable: ({ variable, path }, response) =>
    `${toVariableName(variable)} = JSON.parse(${response})${renderIndexes(quoteWithBackslash, path)}`,
  writePrint: (response) => `puts ${response}`,
  writeFileSave: (file, response) => `File.binwrite(${quoteWithBackslash(file)}, ${response})`,
  writeProgram: ({ url, key }, statements) => `
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
