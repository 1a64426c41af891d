package io.poolbench.run;

import io.poolbench.dubbo.ClientKind;
import io.poolbench.dubbo.ExpectedUsers;
import io.poolbench.dubbo.TargetClasses;
import io.poolbench.http.HttpTargets;
import io.poolbench.lab.LabException;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Target;
import io.poolbench.redis.DataSet;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DriverSettings;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/** Opens clients for the provider of a cell. Thread-safe. */
record ProviderCalls(Cell cell, TargetClasses classes, LongAdder reconnectCount)
    implements AutoCloseable {
  /** Reads the classes that the calls need. */
  static ProviderCalls open(Cell cell) throws LabException {
    try {
      return new ProviderCalls(
          cell,
          TargetClasses.of(cell.provider().classPath(), cell.driver().method()),
          new LongAdder());
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_NOT_STARTED, "classes of the target: " + e.getMessage(), e);
    }
  }

  /** Creates the clients of a provider; {@code reasons} counts why calls fail. */
  Target.Factory targets(DriverSettings driver, Destination provider, FailureReasons reasons) {
    if (cell.provider().speaksHttp()) {
      return HttpTargets.of(driver, provider, reasons, reconnectCount);
    }
    DataSet data = new DataSet(cell.redis().records(), cell.redis().recordBytes());
    return ClientKind.targets(
        driver,
        cell.provider().protocol(),
        provider,
        new ExpectedUsers(data.records(), data::user),
        classes,
        reasons);
  }

  /** The number of reconnects so far; null if the clients do not count them. */
  Long reconnects() {
    return cell.provider().speaksHttp() ? (Long) reconnectCount.sum() : null;
  }

  @Override
  public void close() {
    classes.close();
  }
}
