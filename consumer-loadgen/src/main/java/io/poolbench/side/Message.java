package io.poolbench.side;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.lab.LabException;
import io.poolbench.result.ViolationCode;
import java.util.List;

/**
 * A line from the coordinator to a side or back.
 *
 * @param id of a call and of its answer; a call that is cancelled has the id of an earlier one
 * @param object that is called; null in an answer
 * @param method of the object
 * @param body the arguments, or the result; the name of an object where the result is one
 * @param failure in place of a result
 */
record Message(long id, String object, String method, JsonNode body, Failure failure) {
  /** The methods of no object. */
  static final String PING = "ping";

  static final String CANCEL = "cancel";

  /** A failed call. */
  record Failure(String code, String setting, String problem, List<String> logTail) {
    static Failure of(Throwable cause) {
      if (cause instanceof LabException lab) {
        return new Failure(lab.code().id(), null, lab.getMessage(), lab.logTail());
      }
      String problem = cause.getMessage() == null ? cause.toString() : cause.getMessage();
      return cause instanceof InvalidSettingException invalid
          ? new Failure(null, invalid.setting(), problem, List.of())
          : new Failure(null, null, problem, List.of());
    }

    /**
     * The same failure on this side.
     *
     * @throws InvalidSettingException where a setting is invalid
     */
    LabException exception(String title) {
      if (setting != null) {
        throw new InvalidSettingException(setting, problem);
      }
      return new LabException(
          ViolationCode.of(code == null ? "" : code).orElse(ViolationCode.LAB_FAILED),
          code == null ? title + ": " + problem : problem,
          logTail);
    }
  }

  static Message call(long id, String object, String method, Object[] arguments) {
    return new Message(
        id,
        object,
        method,
        SideJson.MAPPER.valueToTree(arguments == null ? new Object[0] : arguments),
        null);
  }

  static Message ping(long id) {
    return new Message(id, null, PING, null, null);
  }

  static Message cancel(long id) {
    return new Message(id, null, CANCEL, null, null);
  }

  Message answer(JsonNode result) {
    return new Message(id, null, null, result, null);
  }

  Message answer(Throwable cause) {
    return new Message(id, null, null, null, Failure.of(cause));
  }
}
