package io.poolbench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Data flows one way: study, visits, slices, verdicts, reports. */
@AnalyzeClasses(packages = "io.poolbench", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule aPackageImportsOnlyFromTheLevelsBelowIt =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("contracts")
          .definedBy(
              "io.poolbench.api..",
              "io.poolbench.core..",
              "io.poolbench.redis..",
              "io.poolbench.server..")
          .layer("0")
          .definedBy("io.poolbench.study..", "io.poolbench.stats..")
          .layer("1")
          .definedBy("io.poolbench.load..", "io.poolbench.journal..")
          .layer("2")
          .definedBy(
              "io.poolbench.dubbo..",
              "io.poolbench.http..",
              "io.poolbench.lab..",
              "io.poolbench.judge..",
              "io.poolbench.limits..")
          .layer("3")
          .definedBy(
              "io.poolbench.measure..",
              "io.poolbench.inspect..",
              "io.poolbench.observe..",
              "io.poolbench.published..")
          .layer("4")
          .definedBy("io.poolbench.report..", "io.poolbench.compare..")
          .layer("5")
          .definedBy("io.poolbench.cli..")
          .whereLayer("5")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("4")
          .mayOnlyBeAccessedByLayers("5")
          .whereLayer("3")
          .mayOnlyBeAccessedByLayers("4", "5")
          .whereLayer("2")
          .mayOnlyBeAccessedByLayers("3", "4", "5")
          .whereLayer("1")
          .mayOnlyBeAccessedByLayers("2", "3", "4", "5")
          .whereLayer("0")
          .mayOnlyBeAccessedByLayers("1", "2", "3", "4", "5")
          .ensureAllClassesAreContainedInArchitecture();

  @ArchTest
  static final ArchRule noPackagesImportEachOtherInACycle =
      slices().matching("io.poolbench.(*)..").namingSlices("$1").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyOnePackageKnowsDubbo =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.poolbench.dubbo..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.dubbo..");

  @ArchTest
  static final ArchRule theDriverNeverImportsTheServer =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.poolbench.server..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.poolbench.server..");

  @ArchTest
  static void aSimpleNameStandsForOneClass(JavaClasses classes) {
    Map<String, List<String>> packagesBySimpleName =
        classes.stream()
            .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    Collectors.mapping(JavaClass::getPackageName, Collectors.toList())));
    packagesBySimpleName.values().removeIf(packages -> packages.size() == 1);
    assertEquals(Map.of(), packagesBySimpleName);
  }
}
