// FileReaderSync, which only workers have (File API § 6.5).
import { finishInterface } from "ext:oracade/internal.js";
import { blobBytes, conversions, isBlob } from "ext:oracade/platform/blob.js";
import { need } from "ext:oracade/platform/idl.js";

function read(method, args, label = undefined) {
  need(1, args.length, method, "FileReaderSync");
  const blob = args[0];
  if (!isBlob(blob)) throw new TypeError(`Failed to execute '${method}' on 'FileReaderSync': parameter 1 is not of type 'Blob'.`);
  return conversions[method](blobBytes(blob), blob, label);
}

export class FileReaderSync {
  readAsArrayBuffer(blob) {
    void blob;
    return read("readAsArrayBuffer", arguments);
  }
  readAsBinaryString(blob) {
    void blob;
    return read("readAsBinaryString", arguments);
  }
  readAsText(blob, label = undefined) {
    void blob;
    return read("readAsText", arguments, label);
  }
  readAsDataURL(blob) {
    void blob;
    return read("readAsDataURL", arguments);
  }
}
finishInterface(FileReaderSync);
