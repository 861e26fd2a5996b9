/**
 * A scenario of about `lines` lines, with one wrong value in its last line.
 * @returns the text; where a character can be typed into free text; where a criterion takes another key
 */
export function scenarioText(lines) {
  const out = [
    'id: SC-900',
    'title: A scenario to measure with',
    'class: functional',
    'category: happy_path',
    'goal: What is the status of order A-1001?',
    'acceptance_criteria:',
  ];
  for (let index = 1; out.length + 6 <= lines; index++) {
    out.push(
      `  - id: C${index}`,
      `    criterion: The answer names fact number ${index}`,
      '    check: contains',
      `    value: fact ${index}`,
      '    ignore_case: true',
    );
  }
  while (out.length < lines - 1) out.push('# the end');
  const line = out.findIndex((text, at) => at >= out.length / 2 && text.startsWith('    criterion: '));
  out.push('repeat: soon');
  return {
    text: `${out.join('\n')}\n`,
    edit: { line, character: out[line].length },
    complete: { line, indent: 4 },
  };
}
