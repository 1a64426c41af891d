package io.poolbench.result;

import java.util.Objects;

/**
 * Why a cell did not run to its end.
 *
 * @param code one of {@link ViolationCode}, by its id
 * @param detail what happened, and on further lines the end of the log that shows it
 */
public record CellFailure(String code, String detail) {
  public CellFailure {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(detail, "detail");
  }

  public static CellFailure of(ViolationCode code, String detail) {
    return new CellFailure(code.id(), detail);
  }
}
