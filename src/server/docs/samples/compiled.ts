import { indentLines, type Language, toVariableName, writeJson, writeTextExpression } from './writing.ts'

/** The compiled languages of the sample programs. They write bodies as JSON text and find ids by patterns. */

const quoteJson = JSON.stringify
const quotedJsonType = quoteJson('application/json')

const writeGoText = (template: string): string =>
  writeTextExpression(template, {
    quote: (part) => (/["\n]/.test(part) ? `\`${part}\`` : quoteJson(part)),
    plus: '+',
  })

export const go: Language = {
  id: 'go',
  name: 'Go',
  file: 'sample.go',
  command: 'go run sample.go',
  comment: '//',
  writeText: writeGoText,
  writeBody: (value) => writeGoText(writeJson(value)),
  writeRequest: ([method, path, body = '""']) => `send(${method}, ${path}, ${body})`,
  writeIdVariable: ({ variable, pattern }, response) =>
    `${toVariableName(variable)} := regexp.MustCompile(${quoteJson(pattern)}).FindString(string(${response}))`,
  writePrint: (response) => `fmt.Println(string(${response}))`,
  writeFileSave: (file, response) => `os.WriteFile(${quoteJson(file)}, ${response}, 0o644)`,
  writeProgram: ({ url, key }, statements) => {
    const used = ['fmt', 'os', 'regexp'].filter((name) => statements.includes(`${name}.`))
    const imported = ['io', 'net/http', 'strings', ...used].sort().map((name) => `\t${quoteJson(name)}`)
    return `
package main

import (
${imported.join('\n')}
)

func send(method, path, body string) []byte {
	request, err := http.NewRequest(method, ${quoteJson(url)}+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", ${quoteJson(`Bearer ${key}`)})
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	bytes, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	return bytes
}

func main() {
${indentLines('\t', statements)}
}`
  },
}

/** Quotes a text for C#. With quotes or line ends, it becomes a verbatim string @"…", which escapes only quotes. */
const quoteCsharpText = (part: string): string =>
  /["\n]/.test(part) ? `@"${part.replaceAll('"', '""')}"` : quoteJson(part)

const writeCsharpText = (template: string): string =>
  writeTextExpression(template, { quote: quoteCsharpText })

export const csharp: Language = {
  id: 'csharp',
  name: 'C#',
  file: 'Program.cs',
  command: 'dotnet run',
  comment: '//',
  writeText: writeCsharpText,
  writeBody: (value) => writeCsharpText(writeJson(value)),
  writeRequest: (words) => `await Send(${words.join(', ')})`,
  writeIdVariable: ({ variable, pattern }, response) =>
    `var ${toVariableName(variable)} = Regex.Match(utf8.GetString(${response}), ${quoteJson(pattern)}).Value;`,
  writePrint: (response) => `Console.WriteLine(utf8.GetString(${response}));`,
  writeFileSave: (file, response) => `File.WriteAllBytes(${quoteJson(file)}, ${response});`,
  writeProgram: ({ url, key }, statements) => `
using System;
${statements.includes('File.') ? 'using System.IO;\n' : ''}using System.Net.Http;
using System.Text;
${statements.includes('Regex.') ? 'using System.Text.RegularExpressions;\n' : ''}using System.Threading.Tasks;

class Program
{
    static readonly HttpClient client = new HttpClient();
    static readonly Encoding utf8 = Encoding.UTF8;

    static async Task<byte[]> Send(string method, string path, string body = null)
    {
        var request = new HttpRequestMessage(new HttpMethod(method), ${quoteJson(url)} + path);
        request.Headers.Add("Authorization", ${quoteJson(`Bearer ${key}`)});
        if (body != null) request.Content = new StringContent(body, utf8, ${quotedJsonType});
        var response = await client.SendAsync(request);
        return await response.Content.ReadAsByteArrayAsync();
    }

    public static async Task Main()
    {
${indentLines('        ', statements)}
    }
}`,
}

const writeJavaText = (template: string): string =>
  writeTextExpression(template, {
    quote: (part) => (part.includes('\n') ? `"""\n${part.replaceAll('\\', '\\\\')}"""` : quoteJson(part)),
  })

export const java: Language = {
  id: 'java',
  name: 'Java',
  file: 'Sample.java',
  command: 'java Sample.java',
  comment: '//',
  writeText: writeJavaText,
  writeBody: (value) => writeJavaText(writeJson(value)),
  writeRequest: ([method, path, body = '""']) => `send(${method}, ${path}, ${body})`,
  writeIdVariable: ({ variable, pattern }, response) =>
    `var ${toVariableName(variable)} = Pattern.compile(${quoteJson(pattern)}).matcher(new String(${response}))
    .results().findFirst().orElseThrow().group();`,
  writePrint: (response) => `System.out.println(new String(${response}));`,
  writeFileSave: (file, response) => `Files.write(Path.of(${quoteJson(file)}), ${response});`,
  writeProgram: ({ url, key }, statements) => `
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
${statements.includes('Files.') ? 'import java.nio.file.Files;\nimport java.nio.file.Path;\n' : ''}${statements.includes('Pattern.') ? 'import java.util.regex.Pattern;\n' : ''}
public class Sample {
  static byte[] send(String method, String path, String body) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(${quoteJson(url)} + path))
        .header("Authorization", ${quoteJson(`Bearer ${key}`)})
        .header("Content-Type", "application/json")
        .method(method, HttpRequest.BodyPublishers.ofString(body))
        .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
  }

  public static void main(String[] arguments) throws Exception {
${indentLines('    ', statements)}
  }
}`,
}
