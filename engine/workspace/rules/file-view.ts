/** Makes something of a file's text. What it made is kept while the file stays as it is, so it must be small. */
export interface Derivation<T> {
  of(text: string, path: string): T;
}

/** Files as they are saved, as far as rules look at others than the one they check. Paths are absolute. */
export interface FileView {
  isFile(path: string): boolean;
  /** Whether the system would start the file as a program. */
  isExecutable(path: string): boolean;
  /** Whether the bytes of a file are UTF-8; one that is not there, or cannot be read, is not known not to be. */
  isUtf8(path: string): boolean;
  /** Names in a folder, sorted; none when there is no such folder. */
  names(folder: string): readonly string[];
  /** What a derivation makes of a file; undefined when there is no such file, or it cannot be read. */
  derive<T>(path: string, derivation: Derivation<T>): T | undefined;
}

/** A view that remembers what was asked about: whatever appears, changes or vanishes there may change the outcome. */
export class ObservedView implements FileView {
  readonly places = new Set<string>();

  constructor(private readonly files: FileView) {}

  isFile(path: string): boolean {
    this.places.add(path);
    return this.files.isFile(path);
  }

  isExecutable(path: string): boolean {
    this.places.add(path);
    return this.files.isExecutable(path);
  }

  isUtf8(path: string): boolean {
    this.places.add(path);
    return this.files.isUtf8(path);
  }

  names(folder: string): readonly string[] {
    this.places.add(folder);
    return this.files.names(folder);
  }

  derive<T>(path: string, derivation: Derivation<T>): T | undefined {
    this.places.add(path);
    return this.files.derive(path, derivation);
  }
}
