const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const seconds = new Intl.NumberFormat('en-US', { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });

/** `12,345` */
export function wholeNumber(value: number): string {
  return whole.format(value);
}

/** A duration for reading: `188 ms`, `6.55 s`, `1 min 38 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${wholeNumber(ms)} ms`;
  if (ms < 59_950) return `${seconds.format(ms / 1000)} s`;
  const total = Math.round(ms / 1000);
  if (total < 3600) return joined(Math.floor(total / 60), 'min', total % 60, 's');
  const minutes = Math.round(total / 60);
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

/** `1 turn`, `3 turns` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${wholeNumber(count)} ${count === 1 ? one : many}`;
}

function joined(big: number, bigUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${wholeNumber(big)} ${bigUnit}` : `${wholeNumber(big)} ${bigUnit} ${small} ${smallUnit}`;
}
